import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReconciledProduct, type ReconciledProduct } from './reconciliation.test-kit.ts'

let product: ReconciledProduct
beforeAll(async () => {
  product = await createReconciledProduct()
}, 120_000)
afterAll(() => product.stop())

type BreakRow = Awaited<ReturnType<ReconciledProduct['breaks']>>[number]
const classes = (breaks: readonly BreakRow[]) => breaks.map((each) => each.class).toSorted()

/** A payment that was authorised and cleared, with its fee, as both sides have it. */
const payment = async (amount = '20.00') => {
  const { card } = await product.personWithCard(50_000n)
  const paid = await product.pay(card.issuerCardId, amount)
  await product.simulate(`${paid.id}/clearing`, { amount })
  await product.settle()
  return { card, transactionId: paid.id }
}
const eventOf = (transactionId: string, type: string) =>
  `(select e.id from payment_event e join card_transaction t on t.id = e.payment_id
    where t.issuer_transaction_id = '${transactionId}' and e.type = '${type}' limit 1)`

test('without a difference a run has no break, and every event agrees', async () => {
  await payment()
  const run = await product.run()
  expect(run).toMatchObject({ compared: 2, matched: 2, healed: 0, found: 0, failure: null })
  expect(await product.breaks('')).toEqual([])
  const left = await product.rows('select event_id from reconcile_record')
  expect(left).toEqual([])
})

test('lost, doubled and reordered webhooks leave no break: what is missing is booked', async () => {
  const { card } = await product.personWithCard(50_000n)
  await product.issuer.control('/faults', { kind: 'lose', path: '^transaction', remaining: 2 })
  const lost = await product.pay(card.issuerCardId, '11.00')
  await product.simulate(`${lost.id}/clearing`, { amount: '11.00' })
  await product.issuer.control('/faults', { kind: 'duplicate', path: '^transaction', remaining: 2 })
  await product.issuer.control('/faults', { kind: 'reorder', path: '^transaction', remaining: 1 })
  const doubled = await product.pay(card.issuerCardId, '12.00')
  await product.simulate(`${doubled.id}/clearing`, { amount: '12.00' })
  const run = await product.run()
  expect(run.matched).toBe(run.compared)
  expect(run.healed).toBeGreaterThanOrEqual(2)
  expect(await product.breaks()).toEqual([])
  const read = await product.rows<{ settled_cents: bigint }>(
    'select settled_cents from card_transaction where issuer_transaction_id = $1',
    [lost.id],
  )
  expect(read).toEqual([{ settled_cents: -1100n }])
})

test('each difference of an event has its class, and ends when it is gone', async () => {
  const [amount, state, fee, timing, extra] = [
    await payment(),
    await payment(),
    await payment(),
    await payment(),
    await payment(),
  ]
  const at = (of: { transactionId: string }, type: string) => eventOf(of.transactionId, type)
  await product.change(`update payment_event set amount_cents = 2001 where id = ${at(amount, 'clearing')}`)
  await product.change(`update payment_event set type = 'reversal' where id = ${at(state, 'authorisation')}`)
  await product.change(
    `update payment_event set fees = '[{"type": "fx", "amount": "0.75"}]' where id = ${at(fee, 'clearing')}`,
  )
  await product.change(
    `update payment_event set occurred_at = occurred_at - interval '1 day' where id = ${at(timing, 'clearing')}`,
  )
  await product.change(
    `insert into payment_event select (json_populate_record(e, '{"id": "0193b000-0000-7000-8000-000000000001",
       "issuer_event_id": "evt-of-nobody"}')).* from payment_event e where e.id = ${at(extra, 'authorisation')}`,
  )
  const run = await product.run()
  expect(run.found).toBe(5)
  const found = await product.breaks()
  expect(classes(found)).toEqual(['amount', 'missing_there', 'state', 'timing', 'unexplained_fee'])
  const of = (wanted: string) => found.find((each) => each.class === wanted)
  expect(of('amount')).toMatchObject({
    amount: '-0.01',
    oursAmount: '20.01',
    theirsAmount: '20.00',
    transactionId: amount.transactionId,
    cardId: amount.card.id,
    age: '0-1',
  })
  expect(of('state')).toMatchObject({ oursEvent: 'reversal', theirsEvent: 'authorisation' })
  expect(of('unexplained_fee')).toMatchObject({ oursAmount: '0.75', theirsAmount: '0.00' })
  expect(of('missing_there')).toMatchObject({ subject: 'evt-of-nobody', theirsEvent: null })

  const again = await product.run()
  expect(again.found).toBe(0)
  expect((await product.breaks()).map(({ id }) => id).toSorted()).toEqual(
    found.map(({ id }) => id).toSorted(),
  )

  await product.change(`update payment_event set amount_cents = 2000 where id = ${at(amount, 'clearing')}`)
  await product.change(`update payment_event set type = 'authorisation' where id = ${at(state, 'reversal')}`)
  await product.change(`update payment_event set fees = '[]' where id = ${at(fee, 'clearing')}`)
  await product.change(
    `update payment_event set occurred_at = occurred_at + interval '1 day' where id = ${at(timing, 'clearing')}`,
  )
  await product.change(`delete from payment_event where issuer_event_id = 'evt-of-nobody'`)
  await product.run()
  expect(await product.breaks()).toEqual([])
  expect(classes(await product.breaks('?status=gone'))).toEqual(classes(found))
})

test('the issuer has a payment of a card that is not ours, and an event twice', async () => {
  const { card } = await payment()
  const at = new Date(product.kernel.clock.now().getTime() - 60_000).toISOString()
  const twice = await product.pay(card.issuerCardId, '30.00')
  for (let time = 0; time < 2; time += 1)
    await product.simulate(`${twice.id}/clearing`, { amount: '5.00', at })
  await product.settle()
  await product.change(`update card set issuer_card_id = 'another' where id = $1`, [card.id])
  const foreign = await product.pay(card.issuerCardId, '3.00')
  await product.run()
  const found = await product.breaks()
  expect(classes(found)).toEqual(['duplicate', 'missing_here'])
  expect(found.find((each) => each.class === 'missing_here')).toMatchObject({
    transactionId: foreign.id,
    theirsAmount: '3.00',
    theirsEvent: 'authorisation',
    oursAmount: null,
    cardId: null,
  })
  // The card is ours after all: the next run books the payment.
  await product.change('update card set issuer_card_id = $2 where id = $1', [card.id, card.issuerCardId])
  await product.run()
  expect(classes(await product.breaks())).toEqual(['duplicate'])
})

test('what the books and the other checks know by themselves is a break too', async () => {
  const before = classes(await product.breaks())
  const { card } = await product.personWithCard(1000n)
  await product.simulate('clearing', { cardId: card.issuerCardId, amount: '12.00' })
  const stale = await product.personWithCard(5000n)
  const held = await product.pay(stale.card.issuerCardId, '7.00')
  await product.settle()
  await product.change(
    `update card_transaction set authorised_at = authorised_at - interval '8 days' where issuer_transaction_id = $1`,
    [held.id],
  )
  for (const [number, invariant, subject] of [
    ['1', 'R1', card.id],
    ['2', 'R4', 'master balance'],
    ['3', 'ageing', 'issuer.transit usd'],
    ['4', 'R7', 'USDC@ethereum'],
  ] as const)
    await product.change(
      `insert into reconciliation_finding (id, company_id, invariant, subject, detail, status, first_at, last_at)
       values ($1, $2, $3, $4, 'the ledger says 1, they say 2', 'open', $5, $5)`,
      [
        `0193b000-0000-7000-8000-00000000000${number}`,
        card.companyId,
        invariant,
        subject,
        product.kernel.clock.now(),
      ],
    )
  await product.run()
  const found = await product.breaks()
  expect(classes(found.filter((each) => !before.includes(each.class)))).toEqual([
    'card_balance',
    'master_balance',
    'overdrawn_card',
    'stale_floating',
    'timing',
    'unauthorised_clearing',
  ])
  expect(found.find((each) => each.class === 'overdrawn_card')).toMatchObject({
    cardId: card.id,
    amount: '-2.00',
  })
  expect(found.find((each) => each.class === 'stale_floating')).toMatchObject({ amount: '7.00' })
  expect(found.find((each) => each.class === 'master_balance')?.detail).toBe('the ledger says 1, they say 2')
  await product.load(card, 9700n)
  await product.run()
  expect(classes(await product.breaks())).not.toContain('overdrawn_card')
})

test('one run at a time, and the silence of the issuer ends none', async () => {
  await product.issuer.control('/faults', {
    kind: 'status',
    value: 503,
    method: 'GET',
    path: '^/transactions$',
  })
  const first = await product.start()
  expect(first.status).toBe(202)
  expect((await product.start()).body).toMatchObject({ code: 'run_under_way' })
  await product.settle()
  const seen = await product.admin.browser.get<{ current: { failure: string } | null }>('/reconciliation')
  expect(seen.body.data.current).toMatchObject({ status: 'reading', failure: 'issuer_silent' })
  await fetch(`${product.issuer.url}/_control/faults`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${product.issuer.controlToken}` },
  })
  product.wait(61_000)
  await product.issuer.control('/clock', { offsetMs: product.aheadMs() })
  expect(await product.finish(first.body.data.id)).toMatchObject({ status: 'done', failure: null })
})

test('an administrator looks at a break and writes a note, and the audit has it', async () => {
  const [one] = await product.breaks()
  if (!one) throw new Error('There is no break')
  const { browser } = product.admin
  const path = `/reconcile-breaks/${one.id}`
  const ifMatch = (version: number) => ({ headers: { 'if-match': String(version) } })
  expect((await browser.patch(path, { isMine: true })).body).toMatchObject({ code: 'validation' })
  const first = await browser.patch<BreakRow>(path, { isMine: true }, ifMatch(one.version))
  expect(first.body.data).toMatchObject({ ownerId: product.admin.userId, note: null })
  const stale = await browser.patch(path, { note: 'Late' }, ifMatch(one.version))
  expect(stale.body).toMatchObject({ code: 'record_changed', data: { ownerId: product.admin.userId } })
  const second = await browser.patch<BreakRow>(path, { note: 'Asked Reap' }, ifMatch(one.version + 1))
  expect(second.body.data).toMatchObject({ ownerId: product.admin.userId, note: 'Asked Reap' })
  expect(await product.breaks(`?ownerId=${product.admin.userId}`)).toHaveLength(1)
  const left = await browser.patch<BreakRow>(path, { isMine: false, note: '' }, ifMatch(one.version + 2))
  expect(left.body.data).toMatchObject({ ownerId: null, ownerName: null, note: null })
  const changes = await product.rows(
    `select entity from audit_change where entity = 'reconcile_break' and entity_id = $1`,
    [one.id],
  )
  expect(changes).toHaveLength(3)
})

const dayMs = 86_400_000
const rounds = 12
/** Time passes, and then a few minutes in small steps, in which jobs run. */
const pass = async (ms: number) => {
  product.wait(ms)
  for (let round = 0; round < rounds; round += 1) {
    await product.issuer.control('/clock', { offsetMs: product.aheadMs() })
    await product.settle()
    product.wait(15_000)
  }
}
/** Time passes until the run of the next night is done. */
const night = () => {
  const now = product.kernel.clock.now().getTime()
  return pass((Math.floor(now / dayMs) + 1) * dayMs + 91 * 60_000 - now)
}

test('a break ends in a later night, although its day is over', async () => {
  await night()
  const { transactionId } = await payment()
  // The poll brings what a webhook did not.
  await pass(20 * 60_000)
  const setAmount = (cents: number) =>
    product.change(
      `update payment_event set amount_cents = ${cents} where id = ${eventOf(transactionId, 'clearing')}`,
    )
  const statuses = async () =>
    (
      await product.rows<{ status: string }>('select status from reconcile_break where transaction_id = $1', [
        transactionId,
      ])
    ).map(({ status }) => status)
  await setAmount(2002)
  await night()
  await night()
  expect(await statuses()).toEqual(['open'])
  await setAmount(2000)
  await night()
  expect(await statuses()).toEqual(['gone'])
})
