import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTwoPeople, newKey } from '../approvals/two-people.test-kit.ts'
import { houseId } from '../companies/company.ts'
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

const path = '/transfers'
const transfer = (change: object = {}) => ({
  fromOwnerId: world.norte,
  fromWallet: 'regular',
  toOwnerId: world.andes,
  toWallet: 'regular',
  total: '5000.00',
  fee: '10.00',
  reason: 'Advance for December',
  ...change,
})
const queryOf = ({ reason: _r, fee: _f, total, ...sides }: ReturnType<typeof transfer>, amountIs = 'total') =>
  new URLSearchParams({ ...(sides as unknown as Record<string, string>), amount: total, amountIs }).toString()
const preview = (change: object = {}, by = world.first) =>
  by.browser.get(`${path}/preview?${queryOf(transfer(change))}`)
const send = (change: object = {}, by = world.first, key = newKey()) =>
  people.confirmed<{ id: string }>(by, path, transfer(change), key)
const detail = async (id: string, by = world.first) => (await by.browser.get(`${path}/${id}`)).body

test('5,000.00 leaves 4,990.00: previewed, confirmed, posted once, and read by both sides (money §6, 6)', async () => {
  await world.fund(world.norte, 600_000n)
  const shown = (await preview()).body.data
  expect(shown).toMatchObject({
    sender: { holder: { name: 'Norte' }, before: '6000.00', after: '1000.00', allowance: '0.00' },
    receiver: { holder: { name: 'Andes' }, before: '0.00', after: '4990.00' },
    total: '5000.00',
    fee: '10.00',
    net: '4990.00',
    feePercent: '0.20',
    legs: [
      { account: 'wallet.regular.available', holder: 'Norte', side: 'debit', amount: '5000.00' },
      { account: 'wallet.regular.available', holder: 'Andes', side: 'credit', amount: '4990.00' },
      { account: 'income.transfer_fees', holder: null, side: 'credit', amount: '10.00' },
    ],
    limits: { minimum: '1.00', maximum: '100000.00', leftToday: '200000.00' },
    needsApproval: false,
  })
  const byNet = await world.first.browser.get(
    `${path}/preview?${queryOf(transfer({ total: '4990.00' }), 'net')}`,
  )
  expect(byNet.body.data).toEqual(shown)
  const made = await send()
  expect(made.status).toBe(200)
  expect(made.step?.show).toEqual({
    sender: 'Norte',
    receiver: 'Andes',
    wallet: 'regular',
    total: '5000.00',
    fee: '10.00',
    reason: 'Advance for December',
  })
  expect([await world.available(world.norte), await world.available(world.andes)]).toEqual([
    100_000n,
    499_000n,
  ])
  expect(await world.operator('income.transfer_fees')).toBe(1000n)
  const inForce = await world.first.browser.get<{ limits: { category: string; today: object }[] }>(
    `/payin-limits/in-force?companyId=${world.norte}`,
  )
  expect(inForce.body.data.limits.find(({ category }) => category === 'transfer')?.today).toEqual({
    used: '5000.00',
    people: 1,
    most: '5000.00',
    left: '195000.00',
  })

  const { id } = made.body.data
  expect((await detail(id)).data).toMatchObject({
    status: 'completed',
    sender: { before: '6000.00', after: '1000.00' },
    receiver: { before: '0.00', after: '4990.00' },
    legs: (shown as { legs: object[] }).legs,
    requestedByName: 'Ana Paz',
    canReverse: true,
  })
  // Andes knows who sent it, and not what Norte has.
  expect((await detail(id, world.ofAndes)).data).toMatchObject({
    senderName: 'Norte',
    sender: { holder: { name: 'Norte' }, before: null, after: null },
    receiver: { before: '0.00', after: '4990.00' },
  })
  expect((await detail(id, world.ofLima)).code).toBe('record_not_found')
})

test('a repeated key has one effect; without an answer the same request is sent again safely', async () => {
  const key = newKey()
  const change = { total: '10.00', fee: '0.02' }
  const first = await send(change, world.first, key)
  const again = await send(change, world.first, key)
  expect([again.step, again.headers['idempotent-replayed'], again.text]).toEqual([null, 'true', first.text])
  expect((await send({ ...change, total: '11.00' }, world.first, key)).body.code).toBe('idempotency_conflict')
  expect(await world.available(world.norte)).toBe(99_000n)
})

test('an answer that was lost in a crash after the commit is found by another server', async () => {
  const key = newKey()
  const change = { total: '20.00', fee: '0.04' }
  const lost = await send(change, world.first, key)
  const before = await world.available(world.norte)
  // All that the first server knew besides the database is gone.
  const { createProduct } = await import('../product.ts')
  const { createLog } = await import('../kernel/log.ts')
  const copy = await createProduct({ config: product.kernel.config, log: createLog('silent'), webDir: null })
  await copy.ready()
  const { browser } = world.first
  const answer = await copy.kernel.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      host: 'localhost:4000',
      authorization: `Bearer ${browser.token()}`,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'idempotency-key': key,
    },
    payload: transfer(change),
  })
  await copy.stop()
  expect([answer.statusCode, answer.headers['idempotent-replayed'], answer.body]).toEqual([
    200,
    'true',
    lost.text,
  ])
  expect(await world.available(world.norte)).toBe(before)
})

test('above the limit a second person approves it, and it is decided again then', async () => {
  await world.fund(world.norte, 2_000_000n)
  const before = await world.available(world.norte)
  const large = { total: '10000.01', fee: '20.00' }
  expect((await preview(large)).body.data).toMatchObject({ needsApproval: true })
  const id = await people.request(world.ofNorte, path, transfer(large))
  expect(await world.available(world.norte)).toBe(before)
  expect((await people.approve(world.ofNorte, id)).body.code).toBe('own_request')
  // Norte's administrators and the operator's may decide it, those of the receiver may not.
  expect((await people.approve(world.ofAndes, id)).body.code).toMatch(/record_not_found|permission_denied/)
  const { changes } = (await people.read(world.first, id)).body.data
  expect(changes.map(({ name }) => name)).toEqual(['senderBalance', 'receiverBalance'])
  expect((await people.approve(world.first, id)).status).toBe(200)
  expect((await people.approve(world.second, id)).body.code).toBe('approval_decided')
  expect(await world.available(world.norte)).toBe(before - 1_000_001n)
  expect((await detail(id, world.ofNorte)).data).toMatchObject({
    id,
    approvedByName: '',
    requestedByName: 'Ana Paz',
  })

  const poor = await people.request(world.ofNorte, path, transfer({ total: '10000.02', fee: '20.00' }))
  await send({ total: '9990.00', fee: '19.98' })
  await people.approve(world.first, poor)
  expect((await people.read(world.first, poor)).body.data).toMatchObject({
    status: 'failed',
    failure: { code: 'not_enough_money' },
  })
  await world.set('secondPersonTransfer', 0n)
  expect((await preview({ total: '1.00' })).body.data).toMatchObject({ needsApproval: true })
  await world.set('secondPersonTransfer', 1_000_000n)
})

test('every refusal has its reason, in the preview too, in both languages', async () => {
  const unknown = product.kernel.ids.next()
  const refusals = [
    [{ fromOwnerId: unknown }, 'sender_not_found'],
    [{ toOwnerId: unknown }, 'receiver_not_found'],
    [{ toOwnerId: world.norte }, 'same_admin'],
    [{ fromOwnerId: houseId }, 'sender_wallet_not_found'],
    [{ toOwnerId: world.tom }, 'receiver_wallet_not_found'],
    [{ toWallet: 'immediate' }, 'wallet_type_differs'],
    [{ total: '0.00' }, 'invalid_amount'],
    [{ total: '0.99' }, 'invalid_amount'],
    [{ total: '100000.01' }, 'invalid_amount'],
    [{ fromOwnerId: world.cusco, total: '1.00' }, 'not_enough_money'],
  ] as const
  for (const [change, code] of refusals) {
    expect((await preview(change)).body.code).toBe(code)
    expect((await send(change)).body.code).toBe(code)
  }
  const large = { why: 'over_maximum', amount: '100000.01', maximum: '100000.00' }
  expect((await send({ total: '100000.01' })).body).toMatchObject({ data: large })
  expect((await send({ total: '100.00', fee: '0.19' })).body.code).toBe('fee_changed')
  expect((await send({ reason: ' ' })).body.code).toBe('validation')
  const spanish = await world.first.browser.get(
    `${path}/preview?${queryOf(transfer({ toOwnerId: world.norte }))}`,
    { headers: { lang: 'es' } },
  )
  expect(spanish.body).toMatchObject({
    code: 'same_admin',
    message: 'No se permite transferir al mismo administrador',
  })
})

test('nobody moves money of wallets out of their scope, or without the tag', async () => {
  await world.fund(world.lima, 10_000n)
  expect((await preview({ fromOwnerId: world.lima, toOwnerId: world.norte }, world.ofAndes)).body.code).toBe(
    'receiver_not_found',
  )
  expect((await preview({}, world.ofAndes)).body.code).toBe('sender_not_found')
  const up = { fromOwnerId: world.lima, toOwnerId: world.eva, total: '50.00', fee: '0.10' }
  expect((await send(up, world.ofLima)).status).toBe(200)
  expect(await world.available(world.eva)).toBe(4990n)
  const listed = async (by = world.first, query = '') =>
    (await by.browser.get<{ items: { senderName: string }[]; count: number }>(`${path}${query}`)).body.data
  expect((await listed(world.ofLima)).items.map(({ senderName }) => senderName)).toEqual(['Lima'])
  expect((await listed(world.ofNorte)).count).toBe(await world.count('select count(*) from wallet_transfer'))
  const ofEva = await listed(world.first, `?ownerId=${world.eva}`)
  expect(ofEva.count).toBe(1)
  expect(ofEva.items).toMatchObject([{ senderEmail: null, receiverEmail: expect.stringContaining('@') }])
  expect((await listed(world.first, '?sort=-total')).items).not.toEqual([])
  const viewer = await world.ofLima.browser.post<{ url: string }>(`${path}/export`, {})
  const { text } = await world.ofLima.browser.get(viewer.body.data.url.replace('/api', ''))
  expect(text.trimEnd().split('\r\n')[1]).toMatch(
    /^T-\w{8},Transfer,Completed,Lima,Ana Paz,Regular,50\.00,0\.10,49\.90,/,
  )
})

test('a day has its limit, and an allowance pays for the own subtree only', async () => {
  await world.allow(world.andes, 100_000n)
  const immediate = { fromOwnerId: world.andes, fromWallet: 'immediate', toWallet: 'immediate' }
  const down = { ...immediate, toOwnerId: world.cusco }
  expect((await preview({ ...immediate, toOwnerId: world.norte, total: '1.00' })).body.code).toBe(
    'not_enough_money',
  )
  expect((await preview({ ...down, total: '1000.01' })).body.code).toBe('not_enough_money')
  expect((await send({ ...down, total: '901.80', fee: '1.80' })).status).toBe(200)
  expect(await world.available(world.andes, 'immediate')).toBe(-90_180n)
  expect((await preview({ ...down, total: '300.00' })).body.code).toBe('not_enough_money')
  // The day counts both wallets of the sender.
  await world.limit('transfer', { maximum: 95_180n, daily: 95_180n })
  await world.fund(world.andes, 100_000n)
  const regular = { fromOwnerId: world.andes, toOwnerId: world.cusco }
  expect((await preview({ ...regular, total: '50.01' })).body.code).toBe('invalid_amount')
  expect((await preview({ ...regular, total: '50.00' })).body.data).toMatchObject({
    limits: { leftToday: '50.00' },
  })
  expect(await world.findings()).toEqual([])
})
