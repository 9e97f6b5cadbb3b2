import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey } from '../approvals/two-people.test-kit.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { writeMaximum } from '../limits/emergency-maximums.sql.ts'
import { createWalletLoadWorld, type WalletLoadWorld } from './wallet-load-world.test-kit.ts'

let bench: WalletLoadWorld
beforeAll(async () => {
  bench = await createWalletLoadWorld()
}, 120_000)
afterAll(async () => {
  expect(await bench.world.findings()).toEqual([])
  await bench.product.stop()
})

const operator = (code: string) => bench.world.operator(code)

test('500.00 from an immediate wallet: fee 1.00, the card has 499.00 at once, each journal as shown', async () => {
  const { world, product } = bench
  const tom = await bench.holder()
  await world.fund(world.lima, 60_000n, 'immediate')
  const float = await operator('issuer.unallocated')
  const shown = (await bench.preview(tom)).body.data
  expect(shown).toMatchObject({
    sender: { holder: { name: 'Lima' }, before: '600.00', after: '100.00' },
    card: { holderName: 'Lucía Ferrer', companyName: 'Lima', before: '0.00', after: '499.00' },
    total: '500.00',
    fee: '1.00',
    net: '499.00',
    feePercent: '0.20',
    legs: [
      { account: 'wallet.immediate.available', holder: 'Lima', side: 'debit', amount: '500.00' },
      { account: 'wallet.immediate.reserved', holder: 'Lima', side: 'credit', amount: '500.00' },
    ],
    limits: { minimum: '10.00', maximum: '5000.00', leftToday: '10000.00' },
    emergencyLeft: '2000.00',
    arrives: 'at_once',
    needsApproval: false,
  })
  expect((await bench.preview(tom, { total: '499.00' }, { amountIs: 'net' })).body.data).toEqual(shown)

  const id = await bench.make(tom)
  expect([await bench.available(), await bench.reserved(), await bench.booked(tom)]).toEqual([
    10_000n,
    50_000n,
    0n,
  ])
  await product.settle()
  expect(await bench.row(id)).toMatchObject({ status: 'completed', part: 1 })
  expect([await bench.available(), await bench.reserved(), await bench.booked(tom)]).toEqual([
    10_000n,
    0n,
    49_900n,
  ])
  expect(await bench.atIssuer(tom)).toBe(49_900n)
  expect(await operator('income.transfer_fees')).toBe(100n)
  expect(await operator('issuer.in_flight')).toBe(0n)
  expect(await operator('issuer.unallocated')).toBe(float - 49_900n)

  expect((await bench.detail(id)).data).toMatchObject({
    kind: 'card_load',
    status: 'completed',
    receiverName: 'Lucía Ferrer',
    sender: { before: '600.00', after: '100.00' },
    steps: [{ step: 'reserved' }, { step: 'started' }, { step: 'credited' }],
    canReverse: false,
    canCancel: false,
  })
  const { items } = (await tom.browser.get<{ items: object[] }>('/transactions')).body.data
  expect(items).toMatchObject([{ purpose: 'transfer', amount: '499.00', sender: 'Lima', load: null }])
  const lines = await world.first.browser.get<{ items: { kind: string; source: object }[] }>(
    `/wallets/lines?ownerId=${world.lima}&wallet=immediate`,
  )
  expect(lines.body.data.items.slice(0, 2).map(({ kind }) => kind)).toEqual([
    'wallet_load_credited',
    'wallet_load_reserved',
  ])
  expect(lines.body.data.items[0]?.source).toMatchObject({ kind: 'wallet_load', id })
})

test('an allowance pays: 200 − 901.80 = −701.80, and a further 300.00 is not there', async () => {
  const { world, product } = bench
  const eve = await bench.holder(world.andes)
  await world.fund(world.andes, 20_000n, 'immediate')
  await world.allow(world.andes, 100_000n)
  const of = { fromOwnerId: world.andes, total: '901.80', fee: '1.80' }
  await bench.make(eve, of)
  await product.settle()
  expect([await bench.available('immediate', world.andes), await bench.booked(eve)]).toEqual([
    -70_180n,
    90_000n,
  ])
  const more = await bench.send(eve, { ...of, total: '300.00', fee: '0.60' })
  expect(more.body).toMatchObject({ code: 'not_enough_money', message: 'Not enough money in wallet' })
})

test('regular money waits for the next release, can be cancelled until then, and arrives once', async () => {
  const { world } = bench
  const ann = await bench.holder()
  await world.fund(world.lima, 100_000n)
  const regular = { fromWallet: 'regular', total: '100.00', fee: '0.20' }
  expect((await bench.preview(ann, regular)).body.data).toMatchObject({
    arrives: 'next_release',
    emergencyLeft: null,
  })
  const [first, second] = [await bench.make(ann, regular), await bench.make(ann, regular)]
  await bench.product.settle()
  expect(await bench.row(first)).toMatchObject({ status: 'pending', part: 0 })
  expect([await bench.available('regular'), await bench.reserved('regular')]).toEqual([80_000n, 20_000n])
  expect((await bench.detail(first)).data).toMatchObject({ canCancel: true, steps: [{ step: 'reserved' }] })

  // Two administrators press at once.
  const answers = await Promise.all([bench.cancel(first), bench.cancel(first, world.second)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await bench.row(first)).toMatchObject({ status: 'cancelled', refusal: 'cancelled' })
  expect([await bench.available('regular'), await bench.reserved('regular')]).toEqual([90_000n, 10_000n])

  await bench.release()
  expect(await bench.row(second)).toMatchObject({ status: 'completed' })
  expect([await bench.reserved('regular'), await bench.booked(ann), await bench.atIssuer(ann)]).toEqual([
    0n,
    9980n,
    9980n,
  ])
  expect((await bench.cancel(second)).body.code).toBe('transfer_not_waiting')
})

test('the company of the card sees what a company above sends, and cancels none of it', async () => {
  const { world } = bench
  const uma = await bench.holder()
  await world.fund(world.norte, 100_000n)
  const id = await bench.make(uma, {
    fromOwnerId: world.norte,
    fromWallet: 'regular',
    total: '100.00',
    fee: '0.20',
  })
  const sender = { before: null, after: null }
  expect((await bench.detail(id, world.ofLima)).data).toMatchObject({ sender, canCancel: false })
  expect((await bench.cancel(id, world.ofLima)).body.code).toBe('record_not_found')
  expect((await bench.detail(id, world.ofNorte)).data).toMatchObject({ canCancel: true })
  expect((await bench.cancel(id, world.ofNorte)).status).toBe(200)
})

test('a repeated key has one effect, and many requests at once never take more than there is', async () => {
  const { world, product } = bench
  const kim = await bench.holder(world.cusco)
  await world.fund(world.cusco, 100_000n)
  const of = { fromOwnerId: world.cusco, fromWallet: 'regular', total: '400.00', fee: '0.80' }
  const key = newKey()
  const once = await bench.send(kim, of, world.first, key)
  const again = await bench.send(kim, of, world.first, key)
  expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', once.text])
  const answers = await Promise.all([1, 2, 3, 4].map(() => bench.send(kim, of)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of answers)
    if (status !== 200) expect(body.code).toMatch(/^(not_enough_money|wallet_changed)$/)
  expect([
    await bench.available('regular', world.cusco),
    await bench.reserved('regular', world.cusco),
  ]).toEqual([20_000n, 80_000n])
  await product.settle()
})

test('an answer that was lost in a crash after the commit is found by another server, which ends the credit', async () => {
  const { world, product } = bench
  const uma = await bench.holder()
  await world.fund(world.lima, 10_000n, 'immediate')
  const [key, body] = [newKey(), { total: '20.00', fee: '0.04' }]
  const lost = await bench.send(uma, body, world.first, key)
  const before = await bench.available()
  const { createProduct } = await import('../product.ts')
  const { createLog } = await import('../kernel/log.ts')
  const copy = await createProduct({ config: product.kernel.config, log: createLog('silent'), webDir: null })
  await copy.ready()
  const { browser } = world.first
  const answer = await copy.kernel.app.inject({
    method: 'POST',
    url: '/api/transfers/to-card',
    headers: {
      host: 'localhost:4000',
      authorization: `Bearer ${browser.token()}`,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'idempotency-key': key,
    },
    payload: bench.bodyOf(uma, body),
  })
  expect([answer.statusCode, answer.headers['idempotent-replayed'], answer.body]).toEqual([
    200,
    'true',
    lost.text,
  ])
  await copy.kernel.jobs.drain()
  await copy.stop()
  await product.settle()
  expect([await bench.available(), await bench.booked(uma), await bench.atIssuer(uma)]).toEqual([
    before,
    1996n,
    1996n,
  ])
})

test('the limits of the cardholder count money of all wallets, also of two at once', async () => {
  const { world } = bench
  const pat = await bench.holder()
  const owners = [world.lima, world.andes, world.norte] as const
  for (const owner of owners) await world.fund(owner, 400_000n, 'immediate')
  // Each has its own wallet, so only the limits of the card's holder stand between them.
  const of = (fromOwnerId: string) => ({ fromOwnerId, total: '1500.00', fee: '3.00' })
  const answers = await Promise.all(owners.map((owner) => bench.send(pat, of(owner))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('over_emergency')
  expect((await bench.preview(pat, { total: '100.00' })).body.data).toMatchObject({
    limits: { leftToday: '8500.00' },
    emergencyLeft: '500.00',
  })
  // The operator's maximum for the company of the card replaces that of the platform.
  const { kernel } = bench.product
  const own = { id: kernel.ids.next(), companyId: world.lima, maximumCents: 160_000n, reason: 'Few cards' }
  const by = { changedBy: world.first.userId, seen: 0, now: kernel.clock.now() }
  await kernel.db.write(allTenants, (sql) => writeMaximum(sql, { ...own, ...by }))
  expect((await bench.preview(pat, { total: '100.00' })).body.data).toMatchObject({ emergencyLeft: '100.00' })
  expect((await bench.send(pat, { total: '100.01', fee: '0.20' })).body.code).toBe('over_emergency')
  const large = { fromWallet: 'regular', total: '5000.01' }
  for (const [change, data] of [
    [large, { why: 'over_maximum', amount: '5000.01', maximum: '5000.00' }],
    [{ total: '9.99' }, { why: 'below_minimum', amount: '9.99', minimum: '10.00' }],
  ] as const)
    expect((await bench.preview(pat, change)).body).toMatchObject({ code: 'invalid_amount', data })
  await bench.product.settle()
})

test('every refusal has its reason', async () => {
  const { world, product } = bench
  const [lou, other] = [await bench.holder(), await bench.holder(world.cusco)]
  const unknown = product.kernel.ids.next()
  const small = { fromWallet: 'regular', total: '10.00', fee: '0.02' }
  const cases = [
    [{ fromOwnerId: unknown }, 'sender_not_found'],
    [{ fromOwnerId: world.eva }, 'sender_not_found'],
    [{ fromOwnerId: houseId }, 'sender_wallet_not_found'],
    [{ cardId: unknown }, 'receiver_not_found'],
    [{ cardId: other.card.id }, 'card_elsewhere'],
  ] as const
  for (const [change, code] of cases) {
    expect((await bench.preview(lou, { ...small, ...change })).body.code).toBe(code)
    expect((await bench.send(lou, { ...small, ...change })).body.code).toBe(code)
  }
  expect((await bench.send(lou, { ...small, fee: '0.03' })).body.code).toBe('fee_changed')
  const set = (text: string) => product.kernel.db.write(allTenants, (sql) => sql.run(text, [lou.card.id]))
  await set('update card set enabled = false where id = $1')
  expect((await bench.send(lou, small)).body.code).toBe('card_not_loadable')
  await set('update card set enabled = true where id = $1')
  await set(`update kyc_case set kyc_hold = true where user_id = (select user_id from card where id = $1)`)
  expect((await bench.send(lou, small)).body.code).toBe('holder_not_verified')
  await set(`update kyc_case set kyc_hold = false where user_id = (select user_id from card where id = $1)`)
  // Administrators of another branch, or below the sender.
  expect((await bench.send(other, small, world.ofLima)).body.code).toBe('receiver_not_found')
  expect((await bench.send(lou, { ...small, fromOwnerId: world.andes }, world.ofLima)).body.code).toBe(
    'sender_not_found',
  )
  const found = await world.ofLima.browser.get<object[]>(`/receiving-cards?q=${'Ferrer'}`)
  const seen = await world.first.browser.get<object[]>(`/receiving-cards?q=${'Ferrer'}`)
  expect(found.body.data.length).toBeGreaterThan(0)
  expect(seen.body.data.length).toBeGreaterThan(found.body.data.length)
})

test('above the limit a second person approves it', async () => {
  const { world, people } = bench
  const joe = await bench.holder()
  await world.set('secondPersonTransfer', 10_000n)
  const body = bench.bodyOf(joe, { fromWallet: 'regular', total: '100.01', fee: '0.20' })
  expect((await bench.preview(joe, { total: '100.01' })).body.data).toMatchObject({ needsApproval: true })
  const before = await bench.available('regular')
  const id = await people.request(world.ofLima, '/transfers/to-card', body)
  expect(await bench.available('regular')).toBe(before)
  expect((await people.approve(world.ofLima, id)).body.code).toBe('own_request')
  expect((await people.read(world.first, id)).body.data.changes.map(({ name }) => name)).toEqual([
    'senderBalance',
  ])
  expect((await people.approve(world.first, id)).status).toBe(200)
  expect(await bench.available('regular')).toBe(before - 10_001n)
  expect((await bench.detail(id, world.ofLima)).data).toMatchObject({ id, status: 'pending' })
  await world.set('secondPersonTransfer', 1_000_000n)
})
