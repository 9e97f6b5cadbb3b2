import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataDir } from '../../tests/support/data-dir.ts'
import { freePort } from '../../tests/support/shared-postgres.ts'
import { runEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts'

/** The database of `npm start` when its process is killed. */
const dir = makeDataDir('killed-database')
const said: string[] = []
let database: EmbeddedDatabase
beforeAll(async () => {
  database = await runEmbeddedDatabase({ dir, port: await freePort(), say: (line) => said.push(line) })
})
afterAll(async () => {
  await database.stop()
  rmSync(dir, { recursive: true, force: true })
})

const queryOf = async (statement: string): Promise<object[]> => {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<object>(statement)).rows
  } finally {
    await client.end()
  }
}
/** Kills the running process and waits for the next one. */
const killOnce = async () => {
  const before = database.pid()
  process.kill(before, 'SIGKILL')
  while (database.pid() === before) await pause(50)
}
const isBroken = () => Promise.race([database.broken.then(() => true), pause(200, false)])

test('a killed database restarts with its saved data, and says so', async () => {
  await queryOf('create table saved (n int)')
  await queryOf('insert into saved values (1)')
  const standing = new pg.Client({ connectionString: database.ownerUrl })
  standing.on('error', () => undefined)
  await standing.connect()
  await killOnce()
  expect(await queryOf('select n from saved')).toEqual([{ n: 1 }])
  expect(said).toEqual([
    'The database ended by itself and is started again; what was saved is safe',
    'The database runs again',
  ])
  expect(await isBroken()).toBe(false)
})

test('a database that ends repeatedly is not restarted any more', async () => {
  for (let restart = 2; restart <= 5; restart += 1) await killOnce()
  expect(await isBroken()).toBe(false)
  process.kill(database.pid(), 'SIGKILL')
  await database.broken
  expect(said.at(-1)).toBe('The database ended 6 times in a short time and is not started again')
  await expect(queryOf('select 1')).rejects.toThrow()
})

test('a requested stop does not count as an unexpected end', async () => {
  const folder = makeDataDir('stopped-database')
  const lines: string[] = []
  const other = await runEmbeddedDatabase({
    dir: folder,
    port: await freePort(),
    say: (line) => lines.push(line),
  })
  await other.stop()
  expect(lines).toEqual([])
  expect(await Promise.race([other.broken.then(() => true), pause(200, false)])).toBe(false)
  rmSync(folder, { recursive: true, force: true })
})
