import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct } from '../../../tests/support/spending-product.ts'
import { storePasskey } from '../../../tests/support/step-up-kit.ts'
import { logIn } from '../../../tests/support/test-people.ts'
import { createTwoPeople, newKey } from '../approvals/two-people.test-kit.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { publicRef } from '../kernel/ids.ts'
import { confirmDecision, listReviews, proposeDecision } from '../loads/credit-reviews.sql.ts'
import { checkBook } from '../ledger/checks.ts'
import { hasOpenLoad } from '../loads/load-sums.sql.ts'
import { writeSetting } from '../settings/settings.sql.ts'
import { createAdmin } from '../approvals/two-people.test-kit.ts'

const minuteMs = 60_000
type Row = { status: string; part: number; refusal: string | null; reversed_by: string | null }

/** The embedded card issuer, two super administrators, and people with cards of the operator's own company. */
const createBench = async () => {
  const product = await createSpendingProduct()
  await product.kernel.db.write(allTenants, async (sql) => {
    await writeSetting(sql, { key: 'adminSessionIdleMinutes', value: 120, at: new Date(0), by: null })
  })
  const people = createTwoPeople(product)
  const first = await createAdmin(product, { name: 'first', roleId: 6 })
  const second = await createAdmin(product, { name: 'second', roleId: 6 })
  let made = 0
  const holder = async () => {
    made += 1
    const person = await product.person(`holder${made}@test.example`)
    await product.approve(person.userId)
    await product.settle()
    return { ...person, card: await product.cardOf(person.userId) }
  }
  type Holder = Awaited<ReturnType<typeof holder>>
  const natural = (code: string, ownerId: string | null = null) =>
    product.kernel.db.read(allTenants, async (sql) => {
      const { cents } = await sql.one<{ cents: bigint }>(
        `select coalesce(sum(case when side = 'D' then -balance else balance end), 0)::int8 as cents
         from account where code = $1 and owner_id is not distinct from $2`,
        [code, ownerId],
      )
      return cents
    })
  const body = (to: Holder, change: object) => ({
    cardId: to.card.id,
    type: 'credit',
    amount: '40.00',
    reason: 'Charged twice by a shop',
    ...change,
  })
  const adjust = (to: Holder, change: object = {}, key = newKey()) =>
    people.confirmed<{ id: string }>(first, '/card-adjustments', body(to, change), key)
  return {
    product,
    people,
    first,
    second,
    holder,
    body,
    adjust,
    natural,
    preview: (to: Holder, change: object = {}, by = first) => {
      const { reason: _reason, ...query } = body(to, change)
      return by.browser.get(`/card-adjustments/preview?${new URLSearchParams(query).toString()}`)
    },
    undo: (id: string, key = newKey()) =>
      people.confirmed<{ id: string }>(
        first,
        `/wallet-adjustments/${id}/reversal`,
        { reason: 'Entered by mistake' },
        key,
      ),
    /** What the ledger and the issuer say of a card, and what is on its way to it. */
    stand: async ({ card }: Holder) => {
      const found = await product.issuer.issuer.readCard(card.issuerCardId)
      return {
        booked: await natural('card.available', card.id),
        atIssuer: found.outcome === 'ok' ? found.value.availableCents : null,
        inFlight: await natural('issuer.in_flight'),
      }
    },
    row: async (id: string) =>
      (
        await product.rows<Row>(
          'select status, part, refusal, reversed_by from wallet_adjustment where id = $1',
          [id],
        )
      )[0],
    listed: async (id: string) =>
      (await first.browser.get<{ items: object[] }>(`/wallet-adjustments?id=${id}`)).body.data.items[0],
    fault: (kind: string, more: Record<string, unknown> = {}) =>
      product.issuer.control('/faults', { kind, method: 'PUT', path: '/credit$', remaining: 1, ...more }),
    /** Advances real and business time, in steps in which jobs run. */
    live: async (ms: number, stepMs = 15_000) => {
      for (let left = ms; left > 0; left -= stepMs) {
        product.wait(Math.min(left, stepMs))
        await product.issuer.control('/clock', { offsetMs: product.aheadMs() })
        await product.settle()
      }
    },
  }
}
type Bench = Awaited<ReturnType<typeof createBench>>

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
}, 120_000)
afterAll(async () => {
  expect(await bench.product.kernel.db.read(allTenants, (sql) => checkBook(sql))).toEqual([])
  await bench.product.stop()
})

const madeId = async (answer: ReturnType<Bench['adjust']>): Promise<string> => {
  const { status, text, body } = await answer
  if (status !== 200) throw new Error(text)
  return body.data.id
}
/** A card with money that an adjustment has put there. */
const funded = async (amount = '40.00') => {
  const to = await bench.holder()
  const id = await madeId(bench.adjust(to, { amount }))
  await bench.live(10_000, 2000)
  return { to, id }
}

test('a credit is previewed with both journals, made at the issuer, booked once and shown to the cardholder', async () => {
  const to = await bench.holder()
  const [expense, float] = [
    await bench.natural('expense.adjustments'),
    await bench.natural('issuer.unallocated'),
  ]
  expect((await bench.preview(to)).body.data).toMatchObject({
    card: { before: '0.00', after: '40.00', holderId: to.userId },
    startLegs: [
      { account: 'issuer.in_flight', side: 'debit', amount: '40.00' },
      { account: 'issuer.unallocated', side: 'credit', amount: '40.00' },
    ],
    legs: [
      { account: 'expense.adjustments', side: 'debit' },
      { account: 'issuer.allocated', side: 'debit' },
      { account: 'card.available', side: 'credit', amount: '40.00' },
      { account: 'issuer.in_flight', side: 'credit' },
    ],
    needsApproval: false,
  })
  const key = newKey()
  const answer = await bench.adjust(to, {}, key)
  expect(answer.step?.show).toMatchObject({ adjustmentType: 'credit', amount: '40.00' })
  const { id } = answer.body.data
  expect(await bench.row(id)).toMatchObject({ status: 'pending', part: 1 })
  expect((await bench.adjust(to, {}, key)).text).toBe(answer.text)
  await bench.live(10_000, 2000)
  expect(await bench.stand(to)).toEqual({ booked: 4000n, atIssuer: 4000n, inFlight: 0n })
  expect(await bench.natural('expense.adjustments')).toBe(expense + 4000n)
  expect(await bench.natural('issuer.unallocated')).toBe(float - 4000n)
  expect(await bench.listed(id)).toMatchObject({
    holderKind: 'card',
    holderId: to.card.id,
    wallet: null,
    status: 'completed',
    amount: '40.00',
  })
  const own = (await to.browser.get<{ items: object[] }>('/transactions')).body.data.items
  expect(own).toMatchObject([{ purpose: 'adjustment', amount: '40.00', status: 'settled' }])
})

test('a debit takes money from the card only after the issuer has made it, and not more than there is', async () => {
  const { to } = await funded()
  for (const [change, code] of [
    [{ type: 'debit', amount: '40.01' }, 'not_enough_on_card'],
    [{ amount: '0.50' }, 'invalid_amount'],
    [{ cardId: bench.product.kernel.ids.next() }, 'record_not_found'],
  ] as const) {
    expect((await bench.preview(to, change)).body.code).toBe(code)
    expect((await bench.adjust(to, change)).body.code).toBe(code)
  }
  const small = { why: 'below_minimum', amount: '0.50', minimum: '1.00' }
  expect((await bench.preview(to, { amount: '0.50' })).body).toMatchObject({ data: small })
  const id = await madeId(bench.adjust(to, { type: 'debit', amount: '15.00' }))
  expect(await bench.stand(to)).toMatchObject({ booked: 4000n, atIssuer: 4000n })
  // What is promised to one debit is not there for another.
  expect((await bench.adjust(to, { type: 'debit', amount: '25.01' })).body.code).toBe('not_enough_on_card')
  await bench.live(10_000, 2000)
  expect(await bench.stand(to)).toEqual({ booked: 2500n, atIssuer: 2500n, inFlight: 0n })
  expect(await bench.row(id)).toMatchObject({ status: 'completed' })
})

test('an answer that is lost after the issuer made it is found in the history, and nothing is sent again', async () => {
  const { to } = await funded()
  await bench.fault('drop_after')
  const debit = await madeId(bench.adjust(to, { type: 'debit', amount: '30.00' }))
  await bench.product.settle()
  expect(await bench.stand(to)).toEqual({ booked: 4000n, atIssuer: 1000n, inFlight: 0n })
  const { browser } = bench.first
  const call = (await browser.get(`/card-adjustments/${debit}/call`)).body.data
  expect(call).toMatchObject({ state: 'unanswered', attempts: 1, reviewReason: null, rows: [] })
  const { nextAt } = call as { nextAt: string }
  expect(nextAt).toMatch(/Z$/)
  // It is read at once, however often the button is pressed, and the issuer makes nothing again.
  for (const _ of [1, 2])
    expect((await browser.post(`/card-adjustments/${debit}/read-back`, {})).status).toBe(200)
  type Call = { nextAt: string }
  const wanted = (await browser.get<Call>(`/card-adjustments/${debit}/call`)).body.data
  expect(wanted.nextAt < nextAt).toBe(true)
  await bench.product.settle()
  expect(await bench.row(debit)).toMatchObject({ status: 'completed' })
  expect(await bench.stand(to)).toMatchObject({ booked: 1000n, atIssuer: 1000n })
  expect((await browser.post(`/card-adjustments/${debit}/read-back`, {})).body.code).toBe(
    'nothing_to_read_back',
  )
  expect((await browser.get(`/card-adjustments/${debit}/call`)).body.data).toMatchObject({
    state: 'ended',
    nextAt: null,
  })
  expect((await browser.get(`/card-adjustments/${newKey()}/call`)).body.code).toBe('record_not_found')
  await bench.live(10_000, 2000)
  expect(await bench.stand(to)).toEqual({ booked: 1000n, atIssuer: 1000n, inFlight: 0n })
  await bench.fault('drop_after')
  const credit = await madeId(bench.adjust(to, { amount: '5.00' }))
  await bench.product.settle()
  expect(await bench.stand(to)).toEqual({ booked: 1000n, atIssuer: 1500n, inFlight: 500n })
  await bench.live(10_000, 2000)
  expect(await bench.stand(to)).toEqual({ booked: 1500n, atIssuer: 1500n, inFlight: 0n })
  for (const id of [debit, credit])
    expect(await bench.row(id)).toMatchObject({ status: 'completed', part: 1, refusal: null })
})

test('one that never arrived or that the issuer refuses changes nothing, and is not sent again', async () => {
  const { to } = await funded()
  await bench.fault('drop_before')
  const debit = await madeId(bench.adjust(to, { type: 'debit', amount: '30.00' }))
  await bench.live(13 * minuteMs, minuteMs)
  expect(await bench.row(debit)).toMatchObject({ status: 'pending' })
  await bench.live(5 * minuteMs, minuteMs)
  expect(await bench.row(debit)).toMatchObject({ status: 'refused', refusal: 'absent' })
  const float = await bench.natural('issuer.unallocated')
  await bench.fault('status', { value: 404 })
  const credit = await madeId(bench.adjust(to, { amount: '5.00' }))
  await bench.live(10_000, 2000)
  expect(await bench.row(credit)).toMatchObject({ status: 'refused', refusal: 'injected_fault' })
  expect(await bench.natural('issuer.unallocated')).toBe(float)
  expect(await bench.stand(to)).toEqual({ booked: 4000n, atIssuer: 4000n, inFlight: 0n })
  expect((await bench.undo(credit)).body.code).toBe('adjustment_undone')
})

test('a row that nothing explains stops it, and two people decide to send it again', async () => {
  const { db, clock, ids } = bench.product.kernel
  const { to } = await funded()
  const control = { cardId: to.card.issuerCardId, adjustment: '5.00' }
  await bench.product.issuer.control('/foreign-adjustment', control)
  const id = await madeId(bench.adjust(to, { type: 'debit', amount: '10.00' }))
  await bench.product.settle()
  const ref = publicRef('A', id)
  expect(await db.read(allTenants, listReviews)).toMatchObject([{ ref, amountCents: -1000n }])
  expect((await bench.first.browser.get(`/card-adjustments/${id}/call`)).body.data).toMatchObject({
    state: 'review',
    attempts: 0,
    reviewReason: 'foreign_row',
    rows: [{ amount: '5.00' }],
  })
  await db.write(allTenants, async (sql) => {
    const at = clock.now()
    const { first, second } = bench
    await proposeDecision(sql, { ref, choice: 'retry', rowId: null, by: first.userId, at, id: ids.next() })
    expect(await confirmDecision(sql, { ref, by: second.userId, at })).toBe(true)
  })
  await bench.product.settle()
  expect(await bench.row(id)).toMatchObject({ status: 'pending', part: 2 })
  expect(await bench.stand(to)).toMatchObject({ booked: 4000n })
})

test('above the limit a second person approves it, with the balance before and after', async () => {
  const to = await bench.holder()
  const path = '/card-adjustments'
  const id = await bench.people.request(bench.first, path, bench.body(to, { amount: '500.01' }))
  const request = (await bench.people.read(bench.second, id)).body.data
  expect(request.changes).toEqual([{ name: 'balance', before: '0.00', after: '500.01' }])
  expect((await bench.people.approve(bench.first, id)).body.code).toBe('own_request')
  expect((await bench.people.approve(bench.second, id)).status).toBe(200)
  await bench.live(10_000, 2000)
  expect(await bench.stand(to)).toEqual({ booked: 50_001n, atIssuer: 50_001n, inFlight: 0n })
})

test('an opposite adjustment undoes it once, and both name each other', async () => {
  const { to, id } = await funded()
  const shown = (await bench.first.browser.get(`/wallet-adjustments/${id}/reversal`)).body.data
  expect(shown).toMatchObject({
    type: 'debit',
    amount: '40.00',
    card: { before: '40.00', after: '0.00' },
    change: null,
    startLegs: [],
  })
  // The issuer refuses the first one, so another one can undo it.
  await bench.fault('status', { value: 404 })
  const refusedId = await madeId(bench.undo(id))
  expect(await bench.row(id)).toMatchObject({ reversed_by: refusedId })
  expect((await bench.undo(id)).body.code).toBe('adjustment_undone')
  await bench.live(10_000, 2000)
  expect(await bench.row(id)).toMatchObject({ reversed_by: null })
  const undoing = await madeId(bench.undo(id))
  await bench.live(10_000, 2000)
  expect(await bench.stand(to)).toEqual({ booked: 0n, atIssuer: 0n, inFlight: 0n })
  expect(await bench.listed(id)).toMatchObject({ reversedBy: { id: undoing, ref: publicRef('A', undoing) } })
  expect(await bench.listed(undoing)).toMatchObject({
    type: 'debit',
    reversalOf: { id, ref: publicRef('A', id) },
  })
  for (const each of [id, undoing]) expect((await bench.undo(each)).body.code).toBe('adjustment_undone')
})

test('an administrator of the operator who sees no float credits a card, and one without money is refused', async () => {
  const to = await bench.holder()
  const plain = await createAdmin(bench.product, { name: 'plain', roleId: 1 })
  expect((await bench.preview(to, {}, plain)).status).toBe(200)
  const { body, status } = await bench.people.confirmed<{ id: string }>(
    plain,
    '/card-adjustments',
    bench.body(to, {}),
    newKey(),
  )
  expect([status, body.code]).toEqual([200, undefined])
  await bench.live(10_000, 2000)
  expect(await bench.stand(to)).toMatchObject({ booked: 4000n, atIssuer: 4000n })
})

test('a person whose card waits for an adjustment stays in their company', async () => {
  const { to } = await funded()
  await bench.fault('drop_before')
  await madeId(bench.adjust(to, { type: 'debit', amount: '30.00' }))
  await bench.product.settle()
  const open = await bench.product.kernel.db.read(allTenants, (sql) => hasOpenLoad(sql, to.userId))
  expect(open).toBe(true)
  await bench.live(18 * minuteMs, minuteMs)
  expect(await bench.product.kernel.db.read(allTenants, (sql) => hasOpenLoad(sql, to.userId))).toBe(false)
})

test('who may not adjust wallets may not adjust cards', async () => {
  const to = await bench.holder()
  const viewer = await createAdmin(bench.product, { name: 'viewer', roleId: 3, companyId: houseId })
  expect((await bench.preview(to, {}, viewer)).body.code).toBe('permission_denied')
})

test('an administrator with a card neither adjusts it, nor undoes or approves an adjustment of it', async () => {
  const { product, people, first } = bench
  const { to, id } = await funded()
  const { userId } = to
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update app_user set role_id = 6 where id = $1', [userId]),
  )
  const [person] = await product.rows<{ email: string }>('select email from app_user where id = $1', [userId])
  const holder = { userId, companyId: houseId, browser: await logIn(product, person?.email ?? '') }
  await storePasskey(product.kernel, { userId, companyId: houseId })
  const adjusted = await people.confirmed(holder, '/card-adjustments', bench.body(to, {}))
  expect(adjusted.body.code).toBe('own_money')
  const reversal = `/wallet-adjustments/${id}/reversal`
  expect((await people.confirmed(holder, reversal, { reason: 'Mine' })).body.code).toBe('own_money')
  const request = await people.request(first, '/card-adjustments', bench.body(to, { amount: '600.00' }))
  const ended = (await people.approve(holder, request)).body.data
  expect([ended.status, ended.failure?.code]).toEqual(['failed', 'own_money'])
})
