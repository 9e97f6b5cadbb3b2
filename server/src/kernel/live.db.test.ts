import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { changeChannel } from './change-notices.ts'
import { createLive, type Live } from './live.ts'
import { createLog } from './log.ts'

let database: TestDatabase
let proxy: Server
let live: Live
/** Counts the LISTEN statements, and the number of next ones that the database will refuse. */
let listens = 0
let misspelt = 0
const received: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  const { hostname, port } = new URL(database.appUrl)
  proxy = createServer((near) => {
    const far = connect(`${decodeURIComponent(hostname)}/.s.PGSQL.${port}`)
    near.on('data', (bytes) => {
      const cursor = bytes.indexOf('listen event')
      if (cursor >= 0) listens += 1
      if (cursor >= 0 && misspelt > 0) {
        misspelt -= 1
        bytes.write('lost', cursor)
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => near.write(bytes))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined).on('close', () => other.destroy())
    }
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const listenUrl = new URL(database.appUrl)
  listenUrl.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  live = createLive({
    db: database.db,
    listenUrl: listenUrl.href,
    log: createLog('silent'),
    realNow: () => new Date(),
    onJob: () => undefined,
    onChange: (payload) => received.push(payload),
  })
  await live.start()
})
afterAll(async () => {
  await live.stop()
  proxy.close()
  await database.drop()
})

test('a connection that opens and cannot listen is closed, and the next one listens', async () => {
  expect([listens, received]).toEqual([1, ['all']])
  misspelt = 1
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const listeners = `application_name = 'cardamom-listen' and datname = current_database()`
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${listeners}`)
  await vi.waitUntil(() => received.length === 2, { timeout: 15_000 })
  expect([listens, misspelt]).toEqual([3, 0])
  await owner.query(`notify ${changeChannel}, 'user:heard'`)
  await vi.waitUntil(() => received.includes('user:heard'))
  const { rows } = await owner.query(`select pid from pg_stat_activity where ${listeners}`)
  expect(rows).toHaveLength(1)
  await owner.end()
})
