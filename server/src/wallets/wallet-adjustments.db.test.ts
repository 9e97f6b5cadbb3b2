import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, createLocalAdmin, createTwoPeople, newKey } from '../approvals/two-people.test-kit.ts'
import { houseId } from '../companies/company.ts'
import { createWalletWorld, type WalletWorld } from './wallet-world.test-kit.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let world: WalletWorld
beforeAll(async () => {
  product = await createPeopleProduct()
  people = createTwoPeople(product)
  world = await createWalletWorld(product)
})
afterAll(() => product.stop())

const path = '/wallet-adjustments'
const adjustment = (change: object = {}) => ({
  ownerId: world.lima,
  wallet: 'regular',
  type: 'credit',
  amount: '25.00',
  reason: 'Bank charge returned',
  ...change,
})
const preview = (change: object = {}, by = world.first) => {
  const { reason: _reason, ...query } = adjustment(change)
  return by.browser.get(`${path}/preview?${new URLSearchParams(query as Record<string, string>).toString()}`)
}
const adjust = (change: object = {}, by = world.first, key = newKey()) =>
  people.confirmed<{ id: string }>(by, path, adjustment(change), key)

test('a credit is previewed with its journal, posted at once, and listed', async () => {
  const shown = (await preview()).body.data
  expect(shown).toMatchObject({
    change: { holder: { name: 'Lima', kind: 'company' }, before: '0.00', after: '25.00', reserved: '0.00' },
    legs: [
      { account: 'expense.adjustments', holder: null, side: 'debit', amount: '25.00' },
      { account: 'wallet.regular.available', holder: 'Lima', side: 'credit', amount: '25.00' },
    ],
    limits: { minimum: '1.00', maximum: '10000.00', leftToday: '20000.00' },
    needsApproval: false,
  })
  const made = await adjust()
  expect(made.step?.show).toEqual({
    holder: 'Lima',
    wallet: 'regular',
    adjustmentType: 'credit',
    amount: '25.00',
    reason: 'Bank charge returned',
  })
  expect([made.status, await world.available(world.lima)]).toEqual([200, 2500n])
  const rowFor = async (by: typeof world.first) =>
    (await by.browser.get<{ items: object[] }>(`${path}?id=${made.body.data.id}`)).body.data.items
  const row = { holderName: 'Lima', type: 'credit', amount: '25.00', approvedByName: null }
  expect(await rowFor(world.second)).toMatchObject([{ ...row, requestedByName: 'Ana Paz' }])
  // The operator's people are not named to a company.
  expect(await rowFor(world.ofLima)).toMatchObject([{ ...row, requestedByName: '' }])
})

test('what was adjusted today is shown with the limits of the company', async () => {
  type Limit = { category: string; today: { used: string; people: number; most: string; left: string } }
  const today = async () => {
    const answer = await world.first.browser.get<{ limits: Limit[] }>(
      `/payin-limits/in-force?companyId=${world.cusco}`,
    )
    return answer.body.data.limits.find(({ category }) => category === 'adjustment')?.today
  }
  expect(await today()).toEqual({ used: '0.00', people: 0, most: '0.00', left: '20000.00' })
  const regular = { ownerId: world.cusco, amount: '5.00' }
  expect((await adjust(regular)).status).toBe(200)
  expect((await adjust({ ...regular, type: 'debit' })).status).toBe(200)
  expect(await today()).toEqual({ used: '10.00', people: 1, most: '10.00', left: '19990.00' })
})

test('a wallet is adjusted back once, by the opposite amount, and both name each other', async () => {
  const { id } = (await adjust({ ownerId: world.norte, amount: '12.00' })).body.data
  const before = await world.available(world.norte)
  const reversal = `${path}/${id}/reversal`
  expect((await world.first.browser.get(reversal)).body.data).toMatchObject({
    type: 'debit',
    amount: '12.00',
    change: { holder: { name: 'Norte' } },
    card: null,
    legs: [
      { account: 'wallet.regular.available', holder: 'Norte', side: 'debit', amount: '12.00' },
      { account: 'expense.adjustments', holder: null, side: 'credit', amount: '12.00' },
    ],
  })
  const undo = () => people.confirmed<{ id: string }>(world.first, reversal, { reason: 'Entered twice' })
  const answers = await Promise.all([undo(), undo(), undo()])
  const made = answers.filter(({ status }) => status === 200)
  expect(made).toHaveLength(1)
  for (const { status, body } of answers)
    expect(status === 200 ? 'done' : body.code).toMatch(/^(done|adjustment_undone|wallet_changed)$/)
  expect(await world.available(world.norte)).toBe(before - 1200n)
  const rowOf = async (of: string) =>
    (await world.first.browser.get<{ items: object[] }>(`${path}?id=${of}`)).body.data.items[0]
  const undoing = made[0]?.body.data.id ?? ''
  expect(await rowOf(id)).toMatchObject({ reversedBy: { id: undoing }, reversalOf: null })
  expect(await rowOf(undoing)).toMatchObject({ reversalOf: { id }, type: 'debit' })
  expect((await world.first.browser.get(`${path}/${undoing}/reversal`)).body.code).toBe('adjustment_undone')
  expect((await world.ofNorte.browser.get(reversal)).body.code).toBe('permission_denied')
})

test('a repeated key has one effect, and another request with it is refused', async () => {
  const before = await world.available(world.eva)
  const key = newKey()
  const change = { ownerId: world.eva, amount: '10.00' }
  const first = await adjust(change, world.first, key)
  const again = await adjust(change, world.first, key)
  expect([again.step, again.headers['idempotent-replayed'], again.text]).toEqual([null, 'true', first.text])
  expect((await adjust({ ...change, amount: '11.00' }, world.first, key)).body.code).toBe(
    'idempotency_conflict',
  )
  expect(await world.available(world.eva)).toBe(before + 1000n)
})

test('above the limit a second person approves it, and reads the wallet before and after', async () => {
  const before = await world.available(world.andes)
  const id = await people.request(world.first, path, adjustment({ ownerId: world.andes, amount: '500.01' }))
  expect(await world.available(world.andes)).toBe(before)
  expect((await people.approve(world.first, id)).body.code).toBe('own_request')
  const request = (await people.read(world.second, id)).body.data
  expect(request.changes).toEqual([{ name: 'balance', before: '0.00', after: '500.01' }])
  expect((await people.approve(world.second, id)).status).toBe(200)
  expect(await world.available(world.andes)).toBe(before + 50_001n)
  expect((await people.approve(world.second, id)).body.code).toBe('approval_decided')
  expect(await world.count(`select count(*) from wallet_adjustment where approved_by is not null`)).toBe(1)
  expect((await adjust({ ownerId: world.andes, type: 'debit', amount: '500.00' })).status).toBe(200)
})

test('nobody of a company adjusts its wallets, also as the second person, and not what is undone', async () => {
  const tags = ['wallets.view', 'wallets.adjust'] as const
  const of = { name: 'local', companyId: world.lima, tags, by: world.first }
  const local = await createLocalAdmin(product, of)
  expect((await adjust({}, local)).body.code).toBe('own_money')
  expect((await adjust({ ownerId: world.eva }, local)).body.code).toBe('own_money')
  const made = await adjust({ type: 'debit', amount: '1.00' })
  const undone = await people.confirmed(local, `${path}/${made.body.data.id}/reversal`, { reason: 'Wrong' })
  expect(undone.body.code).toBe('own_money')
  const id = await people.request(world.first, path, adjustment({ amount: '600.00' }))
  expect((await people.approve(local, id)).body.code).toBe('own_money')
  expect((await people.reject(local, id)).body.code).toBe('own_money')
  expect((await people.read(local, id)).body.data.canCheck).toBe(false)
  const waiting = async (by: typeof local) =>
    (await by.browser.get<{ waiting: number }>('/approvals/waiting')).body.data.waiting
  expect([await waiting(local), await waiting(world.second)]).toEqual([0, 1])
  const listed = async (by: typeof local) =>
    (await by.browser.get<{ items: object[] }>('/approvals?side=others&status=requested')).body.data.items
  expect([await listed(local), await listed(world.second)]).toMatchObject([[], [{ id, canCheck: true }]])
  expect((await people.reject(world.second, id)).status).toBe(200)
})

test('nobody of a company above adjusts, undoes or approves what is below it', async () => {
  const tags = ['wallets.view', 'wallets.adjust'] as const
  const of = { name: 'above', companyId: world.norte, tags, by: world.first }
  const above = await createLocalAdmin(product, of)
  for (const ownerId of [world.andes, world.lima, world.eva])
    expect((await adjust({ ownerId }, above)).body.code).toBe('own_money')
  const made = await adjust({ type: 'debit', amount: '1.00' })
  const undone = await people.confirmed(above, `${path}/${made.body.data.id}/reversal`, { reason: 'Wrong' })
  expect(undone.body.code).toBe('own_money')
  const id = await people.request(world.first, path, adjustment({ amount: '600.00' }))
  expect((await people.read(above, id)).body.data).toMatchObject({ status: 'requested' })
  expect((await people.approve(above, id)).body.code).toBe('own_money')
  expect((await people.reject(above, id)).body.code).toBe('own_money')
  expect((await people.withdraw(world.first, id)).status).toBe(200)
})

test('every refusal has its reason, in the preview too', async () => {
  const refusals = [
    [{ ownerId: product.kernel.ids.next() }, 'record_not_found'],
    [{ ownerId: houseId }, 'wallet_not_found'],
    [{ ownerId: world.tom }, 'wallet_not_found'],
    [{ amount: '0.00' }, 'invalid_amount'],
    [{ amount: '0.99' }, 'invalid_amount'],
    [{ amount: '10000.01' }, 'invalid_amount'],
    [{ ownerId: world.cusco, type: 'debit', amount: '1.00' }, 'not_enough_money'],
  ] as const
  for (const [change, code] of refusals) {
    expect((await preview(change)).body.code).toBe(code)
    expect((await adjust(change)).body.code).toBe(code)
  }
  const large = { why: 'over_maximum', amount: '10000.01', minimum: '1.00', maximum: '10000.00' }
  expect((await preview({ amount: '10000.01' })).body).toMatchObject({ data: large })
  expect((await preview({}, world.ofNorte)).body.code).toBe('permission_denied')
  expect((await adjust({}, world.ofNorte)).body.code).toBe('permission_denied')
  expect((await adjust({ reason: '' })).body.code).toBe('validation')
  const query = new URLSearchParams({ ownerId: houseId, wallet: 'regular', type: 'credit', amount: '5.00' })
  const spanish = await world.first.browser.get(`${path}/preview?${query.toString()}`, {
    headers: { lang: 'es' },
  })
  expect(spanish.body).toMatchObject({ code: 'wallet_not_found', message: 'Billetera no encontrada' })
})

test('a debit never uses an allowance, and a day has its limit, also for simultaneous adjustments', async () => {
  await world.allow(world.cusco, 100_000n)
  const immediate = { ownerId: world.cusco, wallet: 'immediate' }
  expect((await adjust({ ...immediate, type: 'debit', amount: '1.00' })).body.code).toBe('not_enough_money')
  await world.limit('adjustment', { maximum: 10_000n, daily: 25_000n })
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => adjust({ ...immediate, amount: '100.00' })),
  )
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code))
  for (const code of codes) expect(code).toMatch(/^(done|invalid_amount|wallet_changed)$/)
  expect(codes.filter((code) => code === 'done')).toHaveLength(2)
  expect(await world.available(world.cusco, 'immediate')).toBe(20_000n)
  expect(await world.findings()).toEqual([])
})

test('people and companies with wallets are found by name and e-mail, within the scope', async () => {
  const found = async (q: string, by = world.first) =>
    (await by.browser.get<{ name: string; regular: string }[]>(`/wallet-holders?q=${encodeURIComponent(q)}`))
      .body
  const namesOf = async (q: string, by = world.first) => (await found(q, by)).data.map(({ name }) => name)
  expect(await namesOf('lima')).toEqual(['Lima'])
  expect(await namesOf('eva@')).toEqual(['Ana Paz'])
  expect(await namesOf('norte', world.ofLima)).toEqual([])
  // Tom has no wallet, and House is the operator's own.
  expect(await namesOf('tom@')).toEqual([])
  expect(await namesOf('house')).toEqual([])
  expect((await found('nobody@example.com')).code).toBe('email_not_found')
  const one = await world.ofLima.browser.get(`/wallet-holders/${world.eva}`)
  expect(one.body.data).toMatchObject({ id: world.eva, companyName: 'Lima' })
  expect((await world.ofLima.browser.get(`/wallet-holders/${world.norte}`)).body.code).toBe(
    'record_not_found',
  )
})

test('a seller does not read the wallets of their company', async () => {
  await world.fund(world.lima, 12_300n)
  const seller = await createAdmin(product, { name: 'seller', roleId: 7, companyId: world.lima })
  const one = await seller.browser.get(`/wallet-holders/${world.lima}`)
  expect([one.status, one.body.code]).toEqual([404, 'record_not_found'])
  expect((await seller.browser.get('/wallet-holders?q=lima')).body.data).toEqual([])
})
