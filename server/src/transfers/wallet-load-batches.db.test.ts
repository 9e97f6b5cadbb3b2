import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, newKey } from '../approvals/two-people.test-kit.ts'
import { createWalletLoadWorld, type WalletLoadWorld } from './wallet-load-world.test-kit.ts'

let bench: WalletLoadWorld
let holders: Awaited<ReturnType<WalletLoadWorld['holder']>>[]
beforeAll(async () => {
  bench = await createWalletLoadWorld()
  holders = []
  for (let made = 0; made < 4; made += 1) holders.push(await bench.holder())
}, 120_000)
afterAll(async () => {
  expect(await bench.world.findings()).toEqual([])
  await bench.product.stop()
})

const sides = (fromWallet = 'immediate') => ({ fromOwnerId: bench.world.lima, fromWallet })
const rowsOf = (totals: readonly string[]) =>
  totals.map((total, index) => ({ line: index + 2, cardId: holders[index]!.card.id, total }))
const send = (body: object, key = newKey()) =>
  bench.people.confirmed<{ id: string }>(
    bench.world.first,
    '/wallet-load-batches',
    { reason: 'Salaries', ...body },
    key,
  )
const read = async (path: string) =>
  (await bench.world.first.browser.get(path)).body.data as { items: object[] }
const results = async (id: string) => (await read(`/wallet-load-batches/rows?batchId=${id}`)).items
const batch = async (id: string) => (await read(`/wallet-load-batches?id=${id}`)).items[0]

test('rows are found by id or by digits and e-mail, each with its fee or its problem', async () => {
  const [one, two] = holders
  await bench.world.fund(bench.world.lima, 60_000n, 'immediate')
  const email = 'HOLDER2@test.example'
  const [{ last_digits: digits }] = (await bench.product.rows<{ last_digits: string }>(
    'select last_digits from card where id = $1',
    [two!.card.id],
  )) as [{ last_digits: string }]
  const { status, body } = await bench.world.first.browser.post('/wallet-load-batches/checks', {
    ...sides(),
    rows: [
      { line: 2, card: one!.card.id.toUpperCase(), total: '100.00' },
      { line: 3, card: digits, email, total: '50.5' },
      { line: 4, card: digits, email: 'nobody@test.example', total: '50' },
      { line: 5, card: `'; --`, email, total: '50' },
      { line: 6, card: one!.card.id, total: '0.30' },
      { line: 7, card: one!.card.id, total: '700.00' },
    ],
  })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    secondPersonAbove: expect.stringMatching(/^[1-9]\d*\.\d\d$/),
    allowance: '0.00',
    rows: [
      { line: 2, cardId: one!.card.id, fee: '0.20', problem: null },
      { line: 3, cardId: two!.card.id, fee: '0.10', problem: null },
      { line: 4, cardId: null, fee: null, problem: 'card_unknown' },
      { line: 5, problem: 'card_unknown' },
      { line: 6, problem: 'invalid_amount' },
      { line: 7, problem: 'not_enough_money' },
    ],
  })
  await bench.world.allow(bench.world.andes, 100_000n)
  const ofAndes = await bench.world.first.browser.post('/wallet-load-batches/checks', {
    ...sides(),
    fromOwnerId: bench.world.andes,
    rows: [{ line: 2, card: one!.card.id, total: '1.00' }],
  })
  expect(ofAndes.body.data).toMatchObject({ allowance: '1000.00' })
})

test('each row is a transfer of its own, once; the second call with the key has the same answer', async () => {
  const key = newKey()
  const body = { ...sides(), rows: rowsOf(['100.00', '50.00']), total: '150.00', fee: '0.30' }
  const shown = await bench.world.first.browser.post<Record<string, object>>(
    '/wallet-load-batches/previews',
    body,
  )
  const sums = (legs: object | undefined) =>
    (legs as { account: string; side: string; amount: string }[]).map(
      ({ account, side, amount }) => `${side} ${account} ${amount}`,
    )
  expect(sums(shown.body.data['legs'])).toEqual([
    'debit wallet.immediate.available 150.00',
    'credit wallet.immediate.reserved 150.00',
  ])
  expect(sums(shown.body.data['creditLegs'])).toEqual([
    'debit wallet.immediate.reserved 150.00',
    'debit issuer.allocated 149.70',
    'credit card.available 149.70',
    'credit income.transfer_fees 0.30',
    'credit issuer.in_flight 149.70',
  ])
  const first = await send(body, key)
  expect(first.status).toBe(200)
  expect((await send(body, key)).text).toBe(first.text)
  const { id } = first.body.data
  expect(await batch(id)).toMatchObject({ status: 'running', results: { waiting: 2 }, canStop: true })
  await bench.product.settle()
  expect(await batch(id)).toMatchObject({
    status: 'done',
    results: { waiting: 0, made: 2, refused: 0, stopped: 0 },
    transferred: '150.00',
    canStop: false,
  })
  expect(await results(id)).toMatchObject([
    { line: 2, result: 'made', transferStatus: 'completed', refusal: null },
    { line: 3, result: 'made', transferStatus: 'completed' },
  ])
  expect(await bench.booked(holders[0]!)).toBe(9980n)
  expect(await bench.booked(holders[1]!)).toBe(4990n)
})

test('a changed sum, another fee, a card twice and too little money are refused, and nothing is stored', async () => {
  const body = { ...sides(), rows: rowsOf(['100.00', '50.00']), total: '150.00', fee: '0.30' }
  const codeOf = async (change: object) => (await send({ ...body, ...change })).body.code
  expect(await codeOf({ total: '150.01' })).toBe('invalid_amount')
  expect(await codeOf({ fee: '0.31' })).toBe('fee_changed')
  expect(await codeOf({ rows: [body.rows[0], { ...body.rows[0], line: 3 }] })).toBe('validation')
  const much = { rows: rowsOf(['450.00', '450.00']), total: '900.00', fee: '1.80' }
  expect(await codeOf(much)).toBe('not_enough_money')
  expect(await codeOf({ fromOwnerId: holders[0]!.userId })).toBe('sender_not_found')
  const [counted] = await bench.product.rows<{ count: bigint }>('select count(*) from wallet_load_batch')
  expect(counted?.count).toBe(1n)
})

test('when the money ends in the middle, the rows that are left are refused and say why', async () => {
  const body = {
    ...sides(),
    rows: rowsOf(['100.00', '200.00', '100.00', '10.00']),
    total: '410.00',
    fee: '0.82',
  }
  const { id } = (await send(body)).body.data
  // Another transfer is faster than the job.
  await bench.make(holders[3]!, { total: '100.00', fee: '0.20' })
  await bench.product.settle()
  expect(await results(id)).toMatchObject([
    { result: 'made' },
    { result: 'made' },
    { result: 'refused', refusal: 'not_enough_money', transferStatus: null },
    { result: 'refused', refusal: 'not_enough_money' },
  ])
  expect(await batch(id)).toMatchObject({
    status: 'done',
    results: { made: 2, refused: 2 },
    transferred: '300.00',
  })
})

test('a card that is blocked meanwhile is refused, and the rows after it are transferred', async () => {
  await bench.world.fund(bench.world.lima, 100_000n, 'regular')
  const body = { ...sides('regular'), rows: rowsOf(['20.00', '20.00']), total: '40.00', fee: '0.08' }
  const { id } = (await send(body)).body.data
  await holders[0]!.browser.post(
    `/cards/${holders[0]!.card.id}/pause`,
    {},
    { headers: { 'idempotency-key': newKey() } },
  )
  await bench.product.settle()
  expect(await results(id)).toMatchObject([
    { result: 'refused', refusal: 'card_not_loadable' },
    { result: 'made', transferStatus: 'pending' },
  ])
})

test('what is stopped is never transferred, and cannot be stopped twice', async () => {
  const body = { ...sides('regular'), rows: rowsOf(['20.00', '20.00']).slice(1), total: '20.00', fee: '0.04' }
  const { id } = (await send(body)).body.data
  const stop = () =>
    bench.people.confirmed<{ stopped: number }>(bench.world.first, `/wallet-load-batches/${id}/stop`, {
      reason: 'Wrong file',
    })
  expect((await stop()).body.data).toEqual({ stopped: 1 })
  expect((await stop()).body.code).toBe('batch_ended')
  await bench.product.settle()
  expect(await results(id)).toMatchObject([{ result: 'stopped', transferStatus: null }])
  expect(await batch(id)).toMatchObject({ status: 'stopped', stopReason: 'Wrong file' })
})

test('a transfer is found by its reference, its company, the holder and the last digits of the card', async () => {
  const { items } = await read('/transfers?status=completed')
  const [found] = items as { id: string; ref: string; receiverId: string; card: { lastDigits: string } }[]
  const search = async (q: string) =>
    ((await read(`/transfers?q=${encodeURIComponent(q)}`)).items as { id: string }[]).map(({ id }) => id)
  expect(await search(found!.ref.toLowerCase())).toEqual([found!.id])
  expect(await search(found!.card.lastDigits)).toContain(found!.id)
  expect(await search('Lucía')).toContain(found!.id)
  expect(await search('lima')).toContain(found!.id)
  expect(await search(`'; --`)).toEqual([])
  expect(await search('T-00000000')).toEqual([])
})

test('the holder of a card that got money from a wallet reads from whom', async () => {
  const { body } = await holders[1]!.browser.get<{ items: object[] }>('/notifications')
  expect(body.data.items).toContainEqual(
    expect.objectContaining({
      kind: 'wallet_loaded',
      facts: { net: '49.90', sender: 'Lima' },
      path: `/cards/${holders[1]!.card.id}`,
    }),
  )
})

test('of two people who approve a batch at once one does, and each row is transferred once', async () => {
  await bench.world.fund(bench.world.lima, 1_100_000n, 'regular')
  const third = await createAdmin(bench.product, { name: 'third', roleId: 6 })
  // The first card is not loadable since an earlier test, so its row is refused.
  const rows = rowsOf(['4000.00', '4000.00', '3000.00'])
  const body = { ...sides('regular'), rows, total: '11000.00', fee: '22.00', reason: 'Salaries' }
  const before = await bench.reserved('regular')
  const id = await bench.people.request(bench.world.first, '/wallet-load-batches', body)
  const answers = await Promise.all([bench.world.second, third].map((by) => bench.people.approve(by, id)))
  const codes = answers.map((answer) => (answer.status === 200 ? 'done' : answer.body.code))
  expect(codes.toSorted()).toEqual(['approval_decided', 'done'])
  await bench.product.settle()
  expect(await batch(id)).toMatchObject({ status: 'done', transferred: '7000.00' })
  expect((await bench.reserved('regular')) - before).toBe(700_000n)
})
