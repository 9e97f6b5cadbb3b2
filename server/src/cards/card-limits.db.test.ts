import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../kernel/database.ts'
import type { Work } from '../kernel/jobs.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import { createCardRefresh } from './card-refresh.jobs.ts'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import { storePasskey } from '../../../tests/support/step-up-kit.ts'

let product: SpendingProduct
beforeAll(async () => {
  product = await createSpendingProduct()
  await product.settle()
})
afterAll(() => product.stop())

let people = 0
const personWithCard = async () => {
  people += 1
  const person = await product.person(`limits-${people}@example.com`)
  await product.approve(person.userId)
  await product.settle()
  return { ...person, card: await product.cardOf(person.userId) }
}
type Person = Awaited<ReturnType<typeof personWithCard>>

type Limits = { payment: string | null; day: string | null; month: string | null }
type LimitsAnswer = {
  limits: {
    version: number
    payment: { limit: string | null }
    day: { limit: string | null; spent: string; resetsAt: string }
    month: { limit: string | null; spent: string }
    requested: Limits | null
    canChange: boolean
  }
  declines: { decline: { reason: string; fix: string } }[]
}

const none: Limits = { payment: null, day: null, month: null }
/** The session has just shown a second factor. */
const confirmNow = ({ userId }: Person) =>
  product.kernel.db.write(allTenants, (sql) =>
    sql.run('update session set confirmed_at = $2 where user_id = $1', [
      userId,
      product.kernel.clock.realNow(),
    ]),
  )
let keys = 0
/** Sends limits as changes of a version; without one of the latest. */
const change = async (person: Person, limits: Partial<Limits>, version?: number | 'none') => {
  const { browser, card } = person
  const from = version ?? (await shown(person)).limits.version
  keys += 1
  const headers = {
    'idempotency-key': `limits-${keys}-key`,
    ...(from === 'none' ? {} : { 'if-match': String(from) }),
  }
  return browser.send<LimitsAnswer['limits']>('PUT', `/cards/${card.id}/limits`, {
    body: { ...none, ...limits },
    headers,
  })
}
const shown = async ({ browser, card }: Person) =>
  (await browser.get<LimitsAnswer>(`/cards/${card.id}`)).body.data
const pay = (person: Person, amount: string) =>
  product.issuer.control<{ status: string }>('/simulate/authorisation', {
    cardId: person.card.issuerCardId,
    amount,
    merchant: { name: 'Ripley', mcc: '5311', city: 'Lima', country: 'PE' },
  })
const events = (person: Person) =>
  product.rows<{ type: string; payload: object }>(
    'select type, payload from event where entity_id = $1 order by id',
    [person.card.id],
  )

test('new limits are requested at the issuer, and the page shows the confirmed ones', async () => {
  const person = await personWithCard()
  expect((await shown(person)).limits).toMatchObject({
    payment: { limit: null },
    day: { limit: null, spent: '0.00' },
    requested: null,
    canChange: true,
  })
  const requested = await change(person, { payment: '50', day: '100.00', month: '900.5' })
  expect(requested.status).toBe(202)
  expect(requested.body.data).toMatchObject({
    day: { limit: null },
    requested: { payment: '50.00', day: '100.00', month: '900.50' },
    canChange: false,
  })
  const second = await change(person, { day: '1' })
  expect([second.status, second.body.code]).toEqual([409, 'card_invalid'])
  await product.settle()
  expect((await shown(person)).limits).toMatchObject({
    payment: { limit: '50.00' },
    day: { limit: '100.00' },
    month: { limit: '900.50' },
    requested: null,
  })
  const limits = { paymentCents: 5000n, dayCents: 10_000n, monthCents: 90_050n }
  expect(await product.issuer.issuer.readCard(person.card.issuerCardId)).toMatchObject({ value: { limits } })
  expect((await events(person)).at(-1)).toMatchObject({
    type: 'card.limits_changed',
    payload: { payment: '50.00', day: '100.00', month: '900.50' },
  })
  const audited = await product.rows<{ outcome: string }>(
    "select outcome from audit where object_id = $1 and action like '%limits%' order by id",
    [person.card.id],
  )
  expect(audited.length).toBeGreaterThan(0)
  await confirmNow(person)
  await change(person, none)
  await product.settle()
  expect((await shown(person)).limits).toMatchObject({ payment: { limit: null }, month: { limit: null } })
})

test('a payment over a limit is declined with its reason, and passes once the limit is higher', async () => {
  const person = await personWithCard()
  await product.load(person.card, 50_000n)
  await product.settle()
  await change(person, { payment: '80', day: '100', month: '150' })
  await product.settle()
  expect(await pay(person, '80.01')).toMatchObject({ status: 'DECLINED' })
  expect(await pay(person, '60.00')).toMatchObject({ status: 'PENDING' })
  expect(await pay(person, '40.01')).toMatchObject({ status: 'DECLINED' })
  await product.settle()
  const before = await shown(person)
  expect(before.limits).toMatchObject({ day: { spent: '60.00' }, month: { spent: '60.00' } })
  expect(before.declines.map(({ decline }) => [decline.reason, decline.fix])).toEqual([
    ['daily_limit_exceeded', 'limits'],
    ['transaction_limit_exceeded', 'limits'],
  ])
  await confirmNow(person)
  await change(person, { payment: '500', day: '150', month: '100' })
  await product.settle()
  expect((await shown(person)).declines.map(({ decline }) => decline.fix)).toEqual(['retry', 'retry'])
  expect(await pay(person, '40.01')).toMatchObject({ status: 'DECLINED' })
  await product.settle()
  const [last] = (await shown(person)).declines
  expect(last?.decline).toMatchObject({ reason: 'monthly_limit_exceeded', fix: 'limits' })
})

test('a refund reduces the spent amount', async () => {
  const person = await personWithCard()
  await product.load(person.card, 50_000n)
  const paid = await pay(person, '60.00')
  const { id } = paid as { id?: string }
  await product.issuer.control(`/simulate/${id}/clearing`, { amount: '64.20' })
  await product.issuer.control(`/simulate/${id}/refund`, { amount: '20.00' })
  await product.settle()
  expect((await shown(person)).limits).toMatchObject({ day: { spent: '44.20' }, month: { spent: '44.20' } })
})

test('a lost answer is read back, and a pause does not wait for it', async () => {
  const person = await personWithCard()
  const fault = { kind: 'drop_after', method: 'PUT', path: '/spend-control$', remaining: 1 }
  await product.issuer.control('/faults', fault)
  await product.inOneMoment(async () => {
    await change(person, { day: '25' })
    await product.settle()
    expect((await shown(person)).limits).toMatchObject({ day: { limit: null }, requested: { day: '25.00' } })
    const headers = { 'idempotency-key': 'limits-pause-1' }
    const paused = await person.browser.post(`/cards/${person.card.id}/pause`, {}, { headers })
    expect(paused.status).toBe(202)
  })
  product.wait(1100)
  await product.settle()
  const after = await shown(person)
  expect(after).toMatchObject({ status: 'blocked', limits: { day: { limit: '25.00' }, requested: null } })
  const calls = await product.rows<{ kind: string; status: string; attempts: number }>(
    "select kind, status, attempts from card_call where card_id = $1 and kind <> 'create' order by id",
    [person.card.id],
  )
  expect(calls).toEqual([
    { kind: 'limits', status: 'done', attempts: 1 },
    { kind: 'freeze', status: 'done', attempts: 1 },
  ])
})

test('limits that were changed at the issuer are copied', async () => {
  const person = await personWithCard()
  const { issuerCardId } = person.card
  const limits = { paymentCents: null, dayCents: 7500n, monthCents: null }
  await product.issuer.issuer.setLimits({ issuerCardId, limits })
  await product.issuer.control(`/cards/${issuerCardId}/block`, { status: 'SUSPECTED_FRAUD_CVV' })
  await product.settle()
  expect((await shown(person)).limits).toMatchObject({ day: { limit: '75.00' }, canChange: true })
})

test('raising a limit needs a recent second factor, lowering it does not', async () => {
  const person = await personWithCard()
  const set = async (limits: Partial<Limits>) => {
    const { status, body } = await change(person, limits)
    await product.settle()
    return status === 202 ? status : body.code
  }
  expect(await set({ payment: '50', day: '100', month: '200' })).toBe(202)
  for (const raise of [
    { payment: '50.01', day: '100', month: '200' },
    { payment: '40', day: '100.01', month: '200' },
    { payment: '50', day: '100', month: '200.01' },
    { payment: '50', day: '100' },
    none,
  ])
    expect(await set(raise)).toBe('factor_required')
  expect(await set({ payment: '50', day: '100', month: '200' })).toBe(202)
  expect(await set({ payment: '49.99', day: '100', month: '200' })).toBe(202)
  expect((await shown(person)).limits).toMatchObject({
    payment: { limit: '49.99' },
    day: { limit: '100.00' },
    month: { limit: '200.00' },
  })
  // The confirming person sees the card and its new limits.
  const { userId, card } = person
  await storePasskey(product.kernel, { userId, companyId: card.companyId })
  const requested = await change(person, { payment: '60', day: '100' })
  expect([requested.body.code, requested.body.data]).toMatchObject([
    'step_up_required',
    {
      show: {
        card: expect.stringMatching(/^•••• \d{4}$/) as unknown,
        payment: '60.00',
        day: '100.00',
        month: 'none',
      },
    },
  ])
  await confirmNow(person)
  expect(await set({ payment: '60', day: '100' })).toBe(202)
  expect((await shown(person)).limits).toMatchObject({
    payment: { limit: '60.00' },
    month: { limit: null },
  })
})

test('limits that were chosen from an older version are refused with the current ones', async () => {
  const person = await personWithCard()
  const { version } = (await shown(person)).limits
  const without = await change(person, { day: '10' }, 'none')
  expect([without.status, without.body.errors]).toEqual([422, { 'if-match': ['Fill in this field.'] }])
  const first = await change(person, { day: '100' }, version)
  expect([first.status, first.body.data.version]).toEqual([202, version + 1])
  const whileChanging = await change(person, { day: '20' }, version)
  expect([whileChanging.status, whileChanging.body.code]).toEqual([409, 'record_changed'])
  expect(whileChanging.body.data).toEqual((await shown(person)).limits)
  expect(whileChanging.body.data).toMatchObject({ day: { limit: null }, requested: { day: '100.00' } })
  await product.settle()
  // Raises too: a stale change needs no second factor, and no version avoids the second factor of a raise.
  for (const day of ['20', '100', '500']) {
    const stale = await change(person, { day }, version + 1)
    expect([day, stale.status, stale.body.code]).toEqual([day, 409, 'record_changed'])
    expect(stale.body.data).toMatchObject({ day: { limit: '100.00' }, requested: null, canChange: true })
  }
  const { version: latest } = (await shown(person)).limits
  expect((await change(person, { day: '500' }, latest)).body.code).toBe('factor_required')
  expect((await change(person, { day: '20' }, latest)).status).toBe(202)
  await product.settle()
  expect((await shown(person)).limits).toMatchObject({ day: { limit: '20.00' } })
})

test('of two changes from the same version only the first succeeds', async () => {
  const person = await personWithCard()
  for (let round = 0; round < 5; round += 1) {
    await confirmNow(person)
    const { version } = (await shown(person)).limits
    const wanted = [`${10 + round}.00`, `${50 + round}.00`]
    const both = await Promise.all(wanted.map((day) => change(person, { day }, version)))
    const winner = both.findIndex(({ status }) => status === 202)
    expect(both.map(({ status }) => status)).toEqual(winner === 0 ? [202, 409] : [409, 202])
    expect(both[1 - winner]?.body).toMatchObject({
      code: 'record_changed',
      data: { requested: { day: wanted[winner] } },
    })
    await product.settle()
    expect((await shown(person)).limits).toMatchObject({ day: { limit: wanted[winner] } })
  }
})

test('after a refusal or a change at the issuer, limits chosen before it are refused as outdated', async () => {
  const person = await personWithCard()
  const { issuerCardId } = person.card
  const fault = { kind: 'status', method: 'PUT', path: '/spend-control$', value: 400, remaining: 1 }
  await product.issuer.control('/faults', fault)
  const requested = (await change(person, { day: '30' })).body.data.version
  await product.settle()
  const refusedThere = await change(person, { day: '40' }, requested)
  expect(refusedThere.body).toMatchObject({
    code: 'record_changed',
    data: { day: { limit: null }, requested: null },
  })
  const { version } = (await shown(person)).limits
  const limits = { paymentCents: null, dayCents: 7500n, monthCents: null }
  await product.issuer.issuer.setLimits({ issuerCardId, limits })
  await product.issuer.control(`/cards/${issuerCardId}/block`, { status: 'SUSPECTED_FRAUD_CVV' })
  await product.settle()
  expect((await change(person, { day: '40' }, version)).body).toMatchObject({
    code: 'record_changed',
    data: { day: { limit: '75.00' } },
  })
})

test('limits that were read at the issuer before our change do not overwrite it', async () => {
  const person = await personWithCard()
  const { issuerCardId } = person.card
  const { kernel, issuer } = product
  const readThenChange: IssuerPort['readCard'] = async (id) => {
    const read = await issuer.issuer.readCard(id)
    await change(person, { day: '90' })
    await product.settle()
    return read
  }
  const refresh = createCardRefresh({
    clock: kernel.clock,
    issuer: { ...issuer.issuer, readCard: readThenChange },
  })
  const work: Work = {
    read: (use) => kernel.db.read(allTenants, use),
    write: (use) => kernel.write(allTenants, use),
    apply: kernel.apply,
    clock: kernel.clock,
  }
  const now = kernel.clock.now()
  const job = { id: kernel.ids.next(), payload: { issuerCardId }, dueAt: now, attempts: 0 }
  expect(await refresh(job, work)).toEqual({ againAt: expect.any(Date) })
  expect((await shown(person)).limits).toMatchObject({ day: { limit: '90.00' } })
})

test('the limits of another person and absurd limits are refused', async () => {
  const [person, other] = [await personWithCard(), await personWithCard()]
  const foreign = await change({ ...person, browser: other.browser }, { day: '5' }, 1)
  expect([foreign.status, foreign.body.code]).toEqual([404, 'record_not_found'])
  const wrong = await change(person, { payment: '0.99', day: '1000000', month: '-1' })
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    { payment: expect.any(Array), day: expect.any(Array), month: expect.any(Array) },
  ])
  for (const day of [
    '0',
    '0.00',
    '-5',
    '5.001',
    '1e21',
    'NaN',
    'Infinity',
    '',
    ' 5',
    '5,00',
    '$5',
    5,
    true,
  ]) {
    const typed = await change(person, { day: day as string })
    expect([day, typed.status]).toEqual([day, 422])
  }
  expect(
    await product.rows("select 1 from card_call where kind = 'limits' and card_id = $1", [person.card.id]),
  ).toEqual([])
})
