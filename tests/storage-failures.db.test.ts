import { renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startOwnPostgres, type OwnPostgres } from './support/own-postgres.ts'
import { createPeopleProduct, type PeopleProduct } from './support/people-product.ts'
import { createTestBrowser } from './support/test-browser.ts'
import { lucia } from './support/test-people.ts'

let product: PeopleProduct
let postgres: OwnPostgres
let owner: pg.Client
beforeAll(async () => {
  postgres = await startOwnPostgres({ durable: false })
  product = await createPeopleProduct({ database: postgres })
  owner = new pg.Client({ connectionString: product.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await product.stop()
})

const register = (email: string, lang = 'en') =>
  createTestBrowser(product.kernel.app).post('/registrations', { ...lucia, email }, { headers: { lang } })
const readyz = async () => {
  const { statusCode, body } = await product.kernel.app.inject({ method: 'GET', url: '/readyz' })
  return { status: statusCode, body: JSON.parse(body) as unknown }
}
const people = async () =>
  (await owner.query<{ count: bigint }>('select count(*) from app_user')).rows[0]?.count
/** Opens the product's connections again: connections may have cached files and settings. */
const reconnect = async () => {
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = 'cardamom_app'`)
  await vi.waitUntil(() => product.kernel.db.pool.idleCount === 0, { timeout: 20_000 })
}
const halfAMinuteMs = 30_000

test('on a full disk people read that nothing was changed, and writes work again afterwards', async () => {
  const { rows } = await owner.query<{ folder: string; file: string }>(
    `select current_setting('data_directory') as folder, pg_relation_filepath(inhrelid) as file
     from pg_inherits where inhparent = 'event'::regclass`,
  )
  const files = rows.map(({ folder, file }) => join(folder, file))
  expect(files.length).toBeGreaterThan(1)
  // The table's files are replaced by the system's full device, so writes to them fail.
  for (const file of files) {
    renameSync(file, `${file}.kept`)
    symlinkSync('/dev/full', file)
  }
  await reconnect()
  expect(await readyz()).toEqual({ status: 200, body: { ok: true } })
  const before = await people()
  const refused = await register('full@example.com')
  expect(refused.status).toBe(503)
  expect(refused.headers['retry-after']).toBe('60')
  expect(refused.body).toMatchObject({
    code: 'storage_unavailable',
    message:
      'Nothing can be saved at the moment, so nothing was changed. What you have is safe. Try again in a few minutes',
  })
  expect((await register('full@example.com', 'es')).body.message).toContain('no se puede guardar nada')
  expect(await people()).toBe(before)
  expect(await readyz()).toEqual({ status: 503, body: { ok: false, reason: 'storage_full' } })
  for (const file of files) {
    unlinkSync(file)
    renameSync(`${file}.kept`, file)
  }
  await reconnect()
  expect((await register('full@example.com')).status).toBe(201)
  product.wait(halfAMinuteMs)
  expect((await readyz()).status).toBe(200)
})

test('a read-only database and a full one are reported differently', async () => {
  await owner.query(`do $$ begin
    execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`)
  await reconnect()
  expect((await register('standby@example.com')).body).toMatchObject({ code: 'storage_unavailable' })
  expect((await readyz()).body).toEqual({ ok: false, reason: 'storage_read_only' })
  await owner.query(`set default_transaction_read_only = off`)
  await owner.query(`do $$ begin
    execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`)
  await reconnect()
  expect((await register('standby@example.com')).status).toBe(201)
})

test('while callers wait for a connection, reads are refused with a time to retry', async () => {
  const { pool } = product.kernel.db
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const browser = createTestBrowser(product.kernel.app)
  const first = register('waiting@example.com')
  await vi.waitUntil(() => product.kernel.db.waitMs() > 200)
  const second = await browser.get('/company/branding')
  expect([second.status, second.headers['retry-after'], second.body.code]).toEqual([503, '1', 'unavailable'])
  for (const client of clients) client.release()
  expect((await first).status).toBe(201)
  expect((await browser.get('/company/branding')).status).toBe(200)
})

test('while the database is down people are told to try again, and writes work again afterwards', async () => {
  await owner.end()
  // The failure of an earlier test is over by now.
  product.wait(halfAMinuteMs)
  await postgres.stopAtOnce()
  const refused = await register('away@example.com')
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
  expect(refused.body).toMatchObject({
    code: 'unavailable',
    message: 'The service is busy. Try again in a moment',
  })
  expect(await readyz()).toEqual({ status: 503, body: { ok: false, reason: 'database_silent' } })
  await postgres.startAgain()
  expect((await register('away@example.com')).status).toBe(201)
  expect((await readyz()).status).toBe(200)
})
