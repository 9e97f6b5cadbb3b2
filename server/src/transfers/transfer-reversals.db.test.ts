import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatCents } from '@cardamom/contract/money'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTwoPeople, newKey } from '../approvals/two-people.test-kit.ts'
import { createWalletWorld, type WalletWorld } from '../wallets/wallet-world.test-kit.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let world: WalletWorld
beforeAll(async () => {
  product = await createPeopleProduct()
  people = createTwoPeople(product)
  world = await createWalletWorld(product)
})
afterAll(() => product.stop())

const reason = 'Sent to the wrong company'
const make = async (total: string, fee: string, sides: object = {}): Promise<string> => {
  const body = {
    fromOwnerId: world.norte,
    fromWallet: 'regular',
    toOwnerId: world.andes,
    toWallet: 'regular',
  }
  const made = await people.confirmed<{ id: string; approvalId?: string }>(world.first, '/transfers', {
    ...body,
    total,
    fee,
    reason: 'Advance',
    ...sides,
  })
  const { id, approvalId } = made.body.data
  if (approvalId === undefined) return id
  expect((await people.approve(world.second, approvalId)).status).toBe(200)
  return approvalId
}
const back = (id: string) => `/transfers/${id}/reversal`
const reverse = (id: string, by = world.first, key = newKey()) =>
  people.confirmed<{ id: string }>(by, back(id), { reason }, key)
const detail = async (id: string, by = world.first) => (await by.browser.get(`/transfers/${id}`)).body.data
const balances = async () => [
  await world.available(world.norte),
  await world.available(world.andes),
  await world.operator('income.transfer_fees'),
]

test('a reversal returns total and fee, once, and both transfers show it', async () => {
  await world.fund(world.norte, 600_000n)
  const before = await balances()
  const id = await make('5000.00', '10.00')
  const shown = (await world.first.browser.get(back(id))).body.data
  expect(shown).toMatchObject({
    sender: { holder: { name: 'Andes' }, before: '4990.00', after: '0.00' },
    receiver: { holder: { name: 'Norte' }, before: '1000.00', after: '6000.00' },
    total: '4990.00',
    fee: '-10.00',
    net: '5000.00',
    legs: [
      { account: 'wallet.regular.available', holder: 'Andes', side: 'debit', amount: '4990.00' },
      { account: 'income.transfer_fees', holder: null, side: 'debit', amount: '10.00' },
      { account: 'wallet.regular.available', holder: 'Norte', side: 'credit', amount: '5000.00' },
    ],
    needsApproval: false,
  })
  const key = newKey()
  const made = await reverse(id, world.first, key)
  expect(made.status).toBe(200)
  expect(made.step?.show).toEqual({
    sender: 'Andes',
    receiver: 'Norte',
    wallet: 'regular',
    total: '5000.00',
    reason,
  })
  expect(await balances()).toEqual(before)
  expect((await reverse(id, world.first, key)).text).toBe(made.text)
  expect((await reverse(id)).body.code).toBe('transfer_reversed')
  expect((await reverse(made.body.data.id)).body.code).toBe('transfer_reversed')
  expect(await balances()).toEqual(before)

  const reversal = { id: made.body.data.id, ref: expect.stringMatching(/^T-/) }
  expect(await detail(id)).toMatchObject({ status: 'reversed', reversedBy: reversal, canReverse: false })
  expect(await detail(made.body.data.id)).toMatchObject({
    kind: 'reversal',
    reason,
    fee: '-10.00',
    reversalOf: { id },
    sender: { before: '4990.00', after: '0.00' },
    canReverse: false,
  })
})

test('of simultaneous reversals one returns the money', async () => {
  const before = await balances()
  const id = await make('100.00', '0.20')
  const answers = await Promise.all([reverse(id), reverse(id, world.second), reverse(id, world.ofNorte)])
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code))
  expect(codes.toSorted()).toEqual(['done', 'transfer_reversed', 'transfer_reversed'])
  expect(await balances()).toEqual(before)
})

test('above the limit two people return it', async () => {
  await world.fund(world.norte, 2_000_000n)
  const id = await make('10000.01', '20.00')
  const after = await balances()
  const request = await people.request(world.first, back(id), { reason })
  expect(await balances()).toEqual(after)
  expect((await people.approve(world.first, request)).body.code).toBe('own_request')
  expect((await people.approve(world.second, request)).status).toBe(200)
  expect(await detail(id)).toMatchObject({ status: 'reversed', reversedBy: { id: request } })
  expect(await detail(request)).toMatchObject({ approvedByName: 'Ana Paz' })
})

test('a request whose money was spent meanwhile fails for this reason, whoever made it', async () => {
  await world.fund(world.norte, 2_000_000n)
  const id = await make('10000.01', '20.00')
  const transfer = {
    fromWallet: 'regular',
    toWallet: 'regular',
    total: '10000.02',
    fee: '20.00',
    reason: 'x',
  }
  const sides = { fromOwnerId: world.andes, toOwnerId: world.norte }
  await world.fund(world.andes, 100_000n)
  const requests = [
    await people.request(world.first, back(id), { reason }),
    await people.request(world.first, '/transfers', { ...transfer, ...sides }),
  ]
  const total = await world.available(world.andes)
  await make(formatCents(total), formatCents((total * 2000n + 500_000n) / 1_000_000n), {
    fromOwnerId: world.andes,
    toOwnerId: world.cusco,
  })
  for (const request of requests) {
    await people.approve(world.second, request)
    expect((await people.read(world.second, request)).body.data).toMatchObject({
      status: 'failed',
      failure: { code: 'not_enough_money' },
    })
  }
})

test('the receiver must still have the money, and the one who returns it must see both sides', async () => {
  const id = await make('200.00', '0.40')
  const available = await world.available(world.andes)
  const spent = `${available / 100n}.${String(available % 100n).padStart(2, '0')}`
  const fee = (available * 2000n + 500_000n) / 1_000_000n
  const feeText = `${fee / 100n}.${String(fee % 100n).padStart(2, '0')}`
  await make(spent, feeText, { fromOwnerId: world.andes, toOwnerId: world.cusco })
  expect((await reverse(id)).body.code).toBe('not_enough_money')
  expect((await world.first.browser.get(back(id))).body.code).toBe('not_enough_money')
  expect(await detail(id)).toMatchObject({ status: 'completed' })
  expect(await detail(id, world.ofAndes)).toMatchObject({ canReverse: false })
  expect((await reverse(id, world.ofAndes)).body.code).toBe('receiver_not_found')
  expect((await reverse(id, world.ofLima)).body.code).toBe('record_not_found')
  expect(await world.findings()).toEqual([])
})
