import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalKinds, ApprovalRequested } from '../../contract/src/approvals.ts'
import type { Endpoint } from '../../contract/src/endpoint.ts'
import type { PermissionTag } from '../../contract/src/roles.ts'
import { checkerTagOf, checkerTags, needsTwoPeople } from '../../contract/src/approvals/checker-tags.ts'
import { createAdmin, type Admin } from '../../server/src/approvals/two-people.test-kit.ts'
import { readBusinessCalendar } from '../../server/src/calendar/business-calendar.sql.ts'
import { dailyRunBefore } from '../../server/src/calendar/business-time.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { PeopleProduct } from '../support/people-product.ts'
import {
  createWithdrawalWorld,
  type WithdrawalWorld,
} from '../../server/src/withdrawals/withdrawal-world.test-kit.ts'
import { pdfFile } from '../../server/src/deposits/deposit-world.test-kit.ts'

let world: WithdrawalWorld
let product: PeopleProduct
let third: Admin
beforeAll(async () => {
  world = await createWithdrawalWorld()
  product = world.product
  third = await createAdmin(product, { name: 'third', roleId: 6 })
})
afterAll(async () => {
  const findings = await world.findings()
  await product.stop()
  expect(findings).toEqual([])
})

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const isOfTwo = ({ fourEyes, fourEyesWhen }: Endpoint) => fourEyes === true || fourEyesWhen !== undefined

/** Changing calls whose tag needs two people, and that declare neither them nor why one is enough. */
const undeclared = (calls: readonly Endpoint[]) =>
  calls
    .filter(({ method, who, alsoTag }) => method !== 'GET' && [who, alsoTag ?? ''].some(needsTwoPeople))
    .filter((call) => !isOfTwo(call) && call.onePersonBecause === undefined)
    .map(nameOf)

test('every changing call with a tag of two people needs two people, or says why one is enough', () => {
  expect(undeclared(product.calls)).toEqual([])
  const calls = product.calls.filter(isOfTwo)
  expect(calls.length).toBeGreaterThan(0)
  const careless = calls.map(({ fourEyes: _two, fourEyesWhen: _case, ...call }) => call)
  const isByTag = ({ who }: Endpoint) => needsTwoPeople(who)
  expect(undeclared(careless)).toEqual(calls.filter(isByTag).map(nameOf))
  expect(calls.filter((call) => !isByTag(call)).map(nameOf)).toEqual([
    'POST /users/:id/factors/reset',
    'POST /email-changes/:id/old-confirmation',
    'POST /top-ups',
  ])
})

test('a call of two people has a kind, a step-up, a key, a reason, and answers the request', () => {
  const calls = product.calls.filter(isOfTwo)
  expect(calls.map(nameOf).toSorted()).toEqual(Object.keys(approvalKinds).toSorted())
  const answer = { approvalId: product.kernel.ids.next() }
  for (const { path, who, stepUp, idempotent, input, output, fourEyes, status } of calls) {
    expect([path, checkerTags.includes(checkerTagOf(who as PermissionTag))]).toEqual([path, true])
    expect([path, ['S2', 'S3'].includes(stepUp ?? '')]).toEqual([path, true])
    expect([path, idempotent]).toEqual([path, true])
    expect([path, 'reason' in (input as unknown as { shape: object }).shape]).toEqual([path, true])
    expect([path, output.safeParse(ApprovalRequested.parse(answer)).success]).toEqual([path, true])
    if (fourEyes) expect([path, status]).toEqual([path, 202])
  }
})

test('the checker holds the tag to approve where the module has one, else the same tag', () => {
  expect(checkerTagOf('settlements.create')).toBe('settlements.approve')
  expect(checkerTagOf('treasury.move')).toBe('treasury.move')
  expect(checkerTagOf('admins.permissions.grant')).toBe('admins.permissions.grant')
  expect(checkerTags).toContain('withdrawals.approve')
  expect(checkerTags).not.toContain('users.view')
})

const reason = 'Agreed with the partner'
const count = async (text: string): Promise<bigint> =>
  (await world.row<{ count: bigint }>(`select count(*) from ${text}`))?.count ?? 0n
const journals = (kind: string) => count(`journal where kind = '${kind}'`)
const request = (path: string, body: object) => world.people.request(world.first, path, { reason, ...body })
/** A call that one person is enough for. */
const make = async (path: string, body: object): Promise<string> => {
  const made = await world.people.confirmed<{ id: string }>(world.first, path, { reason, ...body })
  if (made.status >= 300) throw new Error(made.text)
  return made.body.data.id
}
const approved = async (id: string): Promise<string> => {
  expect((await world.people.approve(world.second, id)).status).toBe(200)
  return id
}

const transfer = (total: string, fee: string) => ({
  fromOwnerId: world.norte,
  fromWallet: 'regular',
  toOwnerId: world.andes,
  toWallet: 'regular',
  total,
  fee,
})
const adjustment = (amount: string) => ({ ownerId: world.lima, wallet: 'regular', type: 'credit', amount })
let wires = 0
const wire = async () => {
  wires += 1
  const stored = await world.first.browser.post<{ id: string }>('/top-up-proofs', { file: pdfFile })
  const valuedOn = product.kernel.clock.now().toISOString().slice(0, 10)
  const entered = { bankReference: `WIRE ${wires}`, valuedOn, proofId: stored.body.data.id }
  return { companyId: world.norte, wallet: 'immediate', gross: '6000.00', fee: '120.00', ...entered }
}
const treasury = (reference: string) => ({
  kind: 'capital_contributed',
  amount: '100.00',
  proof: 'Statement 11',
  valuedOn: product.kernel.clock.now().toISOString().slice(0, 10),
  reference,
})

/** Every request of two people that moves a company's or the operator's money here, with what counts its effects. */
const requests: readonly (readonly [string, () => Promise<string>, () => Promise<bigint>])[] = [
  ['a transfer', () => request('/transfers', transfer('11000.00', '22.00')), () => journals('transfer.made')],
  [
    'a reversal of a transfer',
    async () => {
      const id = await approved(await request('/transfers', transfer('12000.00', '24.00')))
      return request(`/transfers/${id}/reversal`, {})
    },
    () => count(`wallet_transfer where kind = 'reversal'`),
  ],
  [
    'an adjustment',
    () => request('/wallet-adjustments', adjustment('600.00')),
    () => journals('adjustment.wallet'),
  ],
  [
    'a reversal of an adjustment',
    async () => {
      const id = await approved(await request('/wallet-adjustments', adjustment('700.00')))
      return request(`/wallet-adjustments/${id}/reversal`, {})
    },
    () => count('wallet_adjustment where reversal_of is not null'),
  ],
  ['a wire', async () => request('/top-ups', await wire()), () => journals('topup.accepted')],
  [
    'a reversal of a wire',
    async () => {
      const id = await approved(await request('/top-ups', await wire()))
      return request(`/top-ups/${id}/reversal`, {})
    },
    () => journals('topup.reversed'),
  ],
  [
    'a settlement by hand',
    async () => {
      const calendar = await product.kernel.db.read(allTenants, readBusinessCalendar)
      const day = dailyRunBefore(product.kernel.clock.now(), calendar).toISOString().slice(0, 10)
      const lines = [{ amount: '9.00', note: 'Campaign' }]
      const id = await make('/settlements', { ownerId: world.cusco, wallet: 'regular', day, lines })
      return request(`/settlements/${id}/approval`, { net: '9.00' })
    },
    () => count(`settlement where status = 'approved'`),
  ],
  [
    'a record of the treasury',
    () => request('/treasury-operations', treasury('REF 1')),
    () => journals('capital.contributed'),
  ],
]

test.each(requests)(
  'of two people who approve %s at once one does, with one effect',
  async (_what, prepare, effects) => {
    await world.fund(world.norte, 3_000_000n)
    const id = await prepare()
    const before = await effects()
    const answers = await Promise.all([world.second, third].map((by) => world.people.approve(by, id)))
    const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code))
    expect(codes.toSorted()).toEqual(['approval_decided', 'done'])
    expect(await effects()).toBe(before + 1n)
    expect(await count(`audit where object_id = '${id}' and outcome = 'done'`)).toBe(1n)
  },
)

test('of two people who approve a withdrawal at once one does, and one payment is ordered', async () => {
  await world.fund(world.andes, 50_000n)
  const addressId = (await world.addAddress(world.ofAndes)).body.data.id
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run(`update payout_address set added_at = added_at - interval '25 hours', usable_from = added_at`),
  )
  const id = await world.make(world.ofAndes, addressId)
  const answers = await Promise.all([world.approve(world.second, id), world.approve(third, id)])
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code))
  expect(codes.toSorted()).toEqual(['done', 'withdrawal_processed'])
  expect(await count(`payout where owner_id = '${id}'`)).toBe(1n)
  expect(await world.bucket(world.andes, 'wallet.regular.reserved')).toBe(10_000n)
})
