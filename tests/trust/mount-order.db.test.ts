import type { Endpoint } from '@cardamom/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { effectOf } from '../../server/src/kernel/mount-rules.ts'
import { freePort } from '../support/shared-postgres.ts'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'
import type { TestBrowser } from '../support/test-browser.ts'
import { logIn, makeUser } from '../support/test-people.ts'

/** The steps of `mount()` for every call of the product, tested over a real port (api §4). */
let product: PeopleProduct
let admin: TestBrowser
let base: string
beforeAll(async () => {
  product = await createPeopleProduct()
  const port = await freePort()
  await product.kernel.app.listen({ port, host: '127.0.0.1' })
  base = `http://127.0.0.1:${port}`
  await makeUser(product, { email: 'admin@example.com', roleId: 6 })
  admin = await logIn(product, 'admin')
})
afterAll(() => product.stop())

type SentRequest = { method: string; path: string; body?: object; headers?: Readonly<Record<string, string>> }
const send = async ({ method, path, body, headers = {} }: SentRequest) => {
  const answer = await fetch(`${base}/api${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text }
}
const asAdmin = () => ({
  authorization: `Bearer ${admin.token()}`,
  cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
})
const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as { code?: string }).code

/** Bodies that pass the input of calls whose body has fields. */
const bodies: Readonly<Record<string, object>> = {
  '/admins/:id/permissions': { reason: 'Checked' },
  '/admins/:id/top-role': { roleId: 6, reason: 'Checked' },
  '/users/:id/factors/reset': { reason: 'Checked' },
  '/email-changes/:id/old-confirmation': { reason: 'Checked' },
  '/approvals/:id/approve': { version: 'x' },
  '/card-types/:id/image': { file: null },
  '/companies/:id/logo': { file: null },
  '/companies/:id/parent': { parentId: null },
  '/cards/:id/limits': { payment: '10.00', day: null, month: null },
  '/kyc-cases/:id/approve': { note: 'Checked' },
  '/kyc-cases/:id/reject': { note: 'Checked' },
  '/kyc-cases/:id/reset': { note: 'Checked' },
  '/company-loads/:id/credit': { net: '10.00', reason: 'Checked' },
  '/company-loads/:id/refund': {
    address: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    reason: 'Checked',
  },
  '/company-loads/:id/refund/stop': { reason: 'Checked' },
  '/company-loads/:id/undo': { reason: 'Checked' },
  '/company-loads/:id/reversal': { reason: 'Checked' },
  '/loads/:id/refund': { address: `0x${'1'.repeat(40)}` },
  '/transfers/:id/cancellation': { reason: 'Checked' },
  '/coin-deposits/:id/credit': { net: '10.00', reason: 'Checked' },
  '/coin-deposits/:id/refund': {
    address: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    reason: 'Checked',
  },
  '/coin-deposits/:id/refund-request': { address: `0x${'1'.repeat(40)}` },
  '/coin-deposits/:id/refund-to-entered-address': {
    address: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    reason: 'Checked',
  },
  '/coin-deposits/:id/refund/stop': { reason: 'Checked' },
  '/top-ups/:id/match': { statementLine: 'Line 1', amount: '10.00' },
  '/top-ups/:id/reversal': { reason: 'Checked' },
  '/transfers/:id/reversal': { reason: 'Checked' },
  '/wallet-adjustments/:id/reversal': { reason: 'Checked' },
  '/settlements/:id/approval': { net: '1.00', reason: 'Checked' },
  '/settlements/:id/void': { reason: 'Checked' },
  '/withdrawals/:id/approval': { net: '1.00', address: 'x' },
  '/withdrawals/:id/rejection': { reason: 'Checked' },
  '/wallet-load-batches/:id/stop': { reason: 'Checked' },
  '/company-cards/:id/unblock': { note: 'Checked' },
  '/company-cards/:id/client-code': { clientCode: 'ABC123' },
  '/users/:id/activate': { note: 'Back' },
  '/users/:id/deactivate': { note: 'Left' },
  '/users/:id/impersonations': { reason: 'A question' },
  '/users/:id/impersonations/changes': { reason: 'A question' },
  '/impersonations/open': { token: 'invented' },
  '/users/:id': { isTest: true },
  '/users/:id/seller-code': { code: 'ABCDEF' },
  '/users/:id/seller-code/removal': { reason: 'Checked' },
  '/seller-invitations': { sellerId: '01980000-0000-7000-8000-000000000001', email: 'a@example.com' },
  '/seller-invitations/:id': { change: 'revoke' },
  '/seller-codes/:id/deactivate': { reason: 'Checked' },
  '/seller-codes/:id/activate': { reason: 'Checked' },
  '/seller-codes/:id/owner': { ownerId: null, reason: 'Checked' },
  '/users/:id/company': { companyId: '01980000-0000-7000-8000-000000000001', note: 'Moved' },
  '/users/:id/password-reset': { note: 'Lost' },
  '/users/:id/password-reset/default': { note: 'Lost' },
  '/mail-texts/:kind/:lang': { content: null, seenVersion: 0, reason: 'Checked' },
  '/mail-texts/:kind/:lang/test': { subject: 'x', body: 'x' },
  '/users/:id/lockouts/lift': { note: 'Called us' },
}
const confirmedOnes = () =>
  product.calls.filter(({ stepUp, path }) => stepUp !== undefined && path.includes(':'))

test('a caller who names an object that does not exist for them gets 404, without a step-up', async () => {
  const calls = confirmedOnes()
  expect(calls.length).toBeGreaterThan(9)
  const answers = []
  for (const { method, path } of calls) {
    const answer = await send({
      method,
      path: path.replace(/:\w+/, product.kernel.ids.next()),
      ...(method === 'GET' ? {} : { body: bodies[path] ?? {} }),
      headers: { ...asAdmin(), 'idempotency-key': `object-first-${answers.length}`, 'if-match': '1' },
    })
    answers.push([method, path, answer.status, codeOf(answer)])
  }
  expect(answers).toEqual(calls.map(({ method, path }) => [method, path, 404, 'record_not_found']))
})

const auditRows = () =>
  product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ action: string }>(`select action from audit where outcome = 'done' order by id`),
  )
const isPlainRead = (declared: Endpoint) =>
  declared.method === 'GET' && effectOf(declared) === 'read' && declared.audited !== true

test('a plain read writes no audit row, and a change writes one', async () => {
  const reads = product.calls.filter((declared) => isPlainRead(declared) && !declared.path.includes(':'))
  expect(reads.length).toBeGreaterThan(20)
  const before = await auditRows()
  const seen = []
  for (const { method, path } of reads) {
    const { status } = await send({ method, path, headers: asAdmin() })
    seen.push(status)
  }
  expect(seen.filter((status) => status === 200).length).toBeGreaterThan(20)
  expect(await auditRows()).toEqual(before)
  const change = { method: 'POST', path: '/notifications/read', headers: asAdmin(), body: {} }
  expect((await send(change)).status).toBe(200)
  expect((await auditRows()).slice(before.length)).toEqual([{ action: 'POST /notifications/read' }])
})

test('invented tokens are refused by the limit of their network before a session is read', async () => {
  const invented = () => ({ authorization: `Bearer ${product.kernel.ids.secret(32).toString('base64url')}` })
  const answers = []
  for (let sent = 0; sent < 305; sent += 1)
    answers.push(await send({ method: 'GET', path: '/me', headers: invented() }))
  expect(answers[0]?.status).toBe(401)
  const last = answers.at(-1)
  expect([last?.status, Number(last?.headers.get('retry-after')) > 0]).toEqual([429, true])
  // A signed-in user has a separate limit, also in the same network.
  expect((await send({ method: 'GET', path: '/me', headers: asAdmin() })).status).toBe(200)
})
