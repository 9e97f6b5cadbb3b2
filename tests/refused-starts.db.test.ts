import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKillBench, type KillBench } from './kill/kill-bench.ts'
import { createSeeded } from './simulation/seeded.ts'
import { makeDataDir } from './support/data-dir.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

/**
 * The real server, started where it cannot run: it ends with a sentence and never reports that it is ready.
 */
const folder = makeDataDir('refused-starts')
let database: TestDatabase
let bench: KillBench
beforeAll(async () => {
  database = await createTestDatabase()
  bench = await openKillBench(database, createSeeded(8))
})
afterAll(async () => {
  await bench.stop()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const start = (change: Readonly<Record<string, string>>) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../server/src/main.ts')],
    { encoding: 'utf8', timeout: 60_000, env: { PATH: process.env['PATH'] ?? '', ...bench.env, ...change } },
  )
  return { status, said: `${stdout}${stderr}` }
}

test('without built pages', () => {
  const [gone, empty, half] = ['gone', 'empty', 'half'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(empty)
  mkdirSync(half)
  writeFileSync(join(half, 'index.html'), '<html></html>')
  for (const dir of [gone, empty, half])
    expect(start({ WEB_DIR: dir })).toEqual({
      status: 1,
      said: `WEB_DIR (${dir}) holds no built pages: run npm run build, which makes web/dist.\n`,
    })
})

test('at a port in use', async () => {
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(0, '127.0.0.1', done))
  const { port } = holder.address() as { port: number }
  const refused = start({ PORT: String(port), PUBLIC_URL: `http://localhost:${port}` })
  holder.close()
  expect(refused.status).toBe(1)
  expect(refused.said).toContain(
    `Port ${port} is in use: stop the program that uses it, or set PORT (or METRICS_PORT`,
  )
})
