import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNarrowSockets } from '../../../tests/support/narrow-socket.ts'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import { houseId } from '../companies/company.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'

/** People who request files and do not read them. */
let product: SpendingProduct
let reader: { userId: string; browser: TestBrowser }
let other: { userId: string; browser: TestBrowser }
let sockets: Awaited<ReturnType<typeof openNarrowSockets>>
const rows = 1000

beforeAll(async () => {
  product = await createSpendingProduct()
  sockets = await openNarrowSockets(product.kernel.app.server)
  reader = await product.person('reader@test.example')
  other = await product.person('other@test.example')
  const owner = new pg.Client({ connectionString: product.kernel.config.DATABASE_URL })
  await owner.connect()
  await owner.query(
    `insert into card_transaction (id, company_id, user_id, card_id, status, purpose, merchant_name, amount_cents,
       settled_cents, at)
     select gen_random_uuid(), $1, $2, gen_random_uuid(), 'settled', 'purchase', repeat('shop ', 160), -100, -100,
       timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, $3::int) n`,
    [houseId, reader.userId, rows],
  )
  await owner.end()
})
afterAll(async () => {
  await sockets.close()
  await product.stop()
})

const exportCall = (browser: TestBrowser) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = `host: localhost:4000\r\ncookie: ${cookie}\r\nauthorization: Bearer ${browser.token()}`
  return `GET /api/transactions/export HTTP/1.1\r\n${headers}\r\n\r\n`
}
const heldConnections = async () => {
  const held = await product.rows<{ count: bigint }>(
    `select count(*) from pg_stat_activity where datname = current_database() and application_name = 'cardamom'
      and xact_start is not null and pid <> pg_backend_pid()`,
  )
  return Number(held[0]?.count)
}

test('30 unread exports on one socket hold no database connection, and others are served', async () => {
  const socket = await sockets.request(exportCall(reader.browser).repeat(30))
  // The first file has started to arrive, and the client reads no more of it.
  await once(socket, 'readable')
  for (let call = 0; call < 5; call += 1) expect((await other.browser.get('/me')).status).toBe(200)
  // The file is made and waits for its reader; no transaction is open for it.
  while ((await heldConnections()) > 0) await pause(50)
  const file = await other.browser.get('/transactions/export')
  expect(file.status).toBe(200)
  socket.destroy()
  // The person may have three files again, so the answers that waited behind the first one have ended.
  const three = () => Promise.all([1, 2, 3].map(() => reader.browser.get('/transactions/export')))
  while ((await three()).some(({ status }) => status !== 200)) await pause(100)
}, 60_000)

test('a fourth file of a person is refused with the time to retry', async () => {
  const unread = []
  for (let file = 0; file < 3; file += 1) unread.push(await sockets.request(exportCall(reader.browser)))
  let refused = await reader.browser.get('/transactions/export')
  while (refused.status !== 429) refused = await reader.browser.get('/transactions/export')
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect(refused.headers['retry-after']).toBe('5')
  expect((await other.browser.get('/transactions/export')).status).toBe(200)
  for (const socket of unread) socket.destroy()
  let again = refused
  while (again.status === 429) {
    await pause(100)
    again = await reader.browser.get('/transactions/export')
  }
  expect(again.status).toBe(200)
  expect(again.text.trimEnd().split('\r\n')).toHaveLength(rows + 1)
}, 60_000)
