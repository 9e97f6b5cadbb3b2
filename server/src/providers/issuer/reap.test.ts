import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestIssuer, type TestIssuer } from './issuer.test-kit.ts'
import type { IssuerCard, NewIssuerCard } from './port.ts'
import { recordWire, type WireRecord } from './wire-record.test-kit.ts'

let service: TestIssuer
let wire: WireRecord
beforeAll(async () => {
  service = await startTestIssuer()
  wire = recordWire(service.url)
})
afterAll(async () => {
  wire.stop()
  await service.stop()
})
beforeEach(() => service.control('/reset', {}))

const holder: NewIssuerCard['holder'] = {
  reference: '0000000000000000000000001',
  firstName: 'Lucía',
  lastName: 'Ferrer',
  birthDate: '1990-04-12',
  documentType: 'PASSPORT',
  documentNumber: 'AA123456',
  street: 'Av. Larco 101',
  city: 'Lima',
  zip: '15074',
  country: 'PE',
  mobile: '+51999000111',
}
const wanted = (reference: string, key = reference): NewIssuerCard => ({
  reference,
  idempotencyKey: key,
  form: 'virtual',
  nameOnCard: 'LUCIA FERRER',
  design: 'green-standard',
  holder,
})
const makeCard = async (reference = 'card:1'): Promise<IssuerCard> => {
  const made = await service.issuer.createCard(wanted(reference))
  if (made.outcome !== 'ok') throw new Error(JSON.stringify(made))
  return made.value
}
const fund = (amount: string) => service.control('/fund', { amount })

test('a virtual card is made, and found by its reference', async () => {
  const card = await makeCard()
  expect(card).toMatchObject({
    reference: 'card:1',
    status: 'active',
    nameOnCard: 'LUCIA FERRER',
    availableCents: 0n,
    availableMills: 0n,
    blockReason: null,
    limits: { paymentCents: null, dayCents: null, monthCents: null },
  })
  expect(card.lastDigits).toMatch(/^\d{4}$/)
  expect(await service.issuer.findCardByReference('card:1')).toEqual({ outcome: 'ok', value: card })
  expect(await service.issuer.findCardByReference('card:2')).toEqual({ outcome: 'ok', value: null })
  expect(await service.issuer.readCard(card.issuerCardId)).toEqual({ outcome: 'ok', value: card })
  expect(await service.issuer.listCards({ page: 1 })).toEqual({
    outcome: 'ok',
    value: { cards: [card], hasMore: false },
  })
})

test('repeating the same call does not create a second card', async () => {
  await service.control('/faults', { kind: 'drop_after', method: 'POST', path: '^/cards$', remaining: 1 })
  expect(await service.issuer.createCard(wanted('card:1'))).toEqual({ outcome: 'unknown' })
  const again = await makeCard('card:1')
  const listed = await service.issuer.listCards({ page: 1 })
  expect(listed).toMatchObject({ value: { cards: [{ issuerCardId: again.issuerCardId }] } })
})

test('what the issuer refuses is rejected with its code', async () => {
  const missing = '00000000-0000-4000-8000-000000000000'
  expect(await service.issuer.readCard(missing)).toMatchObject({ outcome: 'rejected' })
  const { issuerCardId } = await makeCard()
  expect(await service.issuer.adjustCredit({ issuerCardId, amountCents: 1n })).toEqual({
    outcome: 'rejected',
    code: '0303003',
  })
  const nameless = await service.issuer.createCard({ ...wanted('card:2'), nameOnCard: 'SOMEBODY ELSE' })
  expect(nameless).toEqual({ outcome: 'rejected', code: '0302040' })
})

test('a credit returns what it changed, and after a lost answer only the history shows the change', async () => {
  await fund('1000.00')
  const { issuerCardId } = await makeCard()
  const credited = await service.issuer.adjustCredit({ issuerCardId, amountCents: 500n })
  expect(credited).toEqual({ outcome: 'ok', value: { beforeMills: 0n, afterMills: 5000n } })
  await service.control('/faults', { kind: 'drop_after', method: 'PUT', path: '/credit$', remaining: 1 })
  const lost = await service.issuer.adjustCredit({ issuerCardId, amountCents: 97_000n })
  expect(lost).toEqual({ outcome: 'unknown' })
  const removed = await service.issuer.adjustCredit({ issuerCardId, amountCents: -300n })
  expect(removed).toMatchObject({ outcome: 'ok', value: { beforeMills: 975_000n, afterMills: 972_000n } })
  const history = await service.issuer.balanceHistory(issuerCardId)
  if (history.outcome !== 'ok') throw new Error(history.outcome)
  const rows = history.value.map(({ type, amountMills, isAllocation, status }) => ({
    type,
    amountMills,
    isAllocation,
    status,
  }))
  expect(rows).toEqual(
    expect.arrayContaining([
      { type: 'deposit', amountMills: 5000n, isAllocation: true, status: 'completed' },
      { type: 'deposit', amountMills: 970_000n, isAllocation: true, status: 'completed' },
      { type: 'withdrawal', amountMills: 3000n, isAllocation: true, status: 'completed' },
    ]),
  )
  expect(rows).toHaveLength(3)
  expect(await service.issuer.readAccount()).toEqual({
    outcome: 'ok',
    value: { availableCents: 100_000n, unallocatedCents: 2800n },
  })
})

test('every page of a long history is read', async () => {
  await fund('1000.00')
  const { issuerCardId } = await makeCard()
  for (let count = 0; count < 103; count += 1) {
    await service.control('/foreign-adjustment', { cardId: issuerCardId, adjustment: '0.01' })
  }
  const history = await service.issuer.balanceHistory(issuerCardId)
  expect(history.outcome === 'ok' && new Set(history.value.map(({ rowId }) => rowId)).size).toBe(103)
})

test('a request that never left is unavailable, and one that may have arrived is unknown', async () => {
  const server = createServer()
  const port = await new Promise<number>((found) =>
    server.listen(0, '127.0.0.1', () => found((server.address() as { port: number }).port)),
  )
  await new Promise((closed) => server.close(closed))
  const { issuerCardId } = await makeCard()
  const credit = { issuerCardId, amountCents: 1n }
  const unreachable = service.adapter({ url: `http://127.0.0.1:${port}` })
  expect(await unreachable.adjustCredit(credit)).toEqual({ outcome: 'unavailable' })
  const stranger = service.adapter({ apiKey: 'wrong' })
  expect(await stranger.adjustCredit(credit)).toEqual({ outcome: 'unavailable' })
  for (const fault of [
    { kind: 'drop_before' },
    { kind: 'drop_after' },
    { kind: 'status', value: 502 },
    { kind: 'delay', value: 400 },
  ]) {
    await service.control('/faults', { ...fault, path: '/credit$', remaining: 1 })
    const answer = await service.adapter({ timeoutMs: 200 }).adjustCredit(credit)
    expect(answer, fault.kind).toEqual({ outcome: 'unknown' })
  }
  await service.control('/faults', { kind: 'status', value: 429, path: '/credit$', remaining: 1 })
  expect(await service.issuer.adjustCredit(credit)).toEqual({ outcome: 'unavailable' })
  await service.control('/faults', { kind: 'drop_after', remaining: 1 })
  expect(await service.issuer.readAccount()).toEqual({ outcome: 'unavailable' })
})

test("freezes, unfreezes, reads an issuer's block, and returns an address that shows the number", async () => {
  const { issuerCardId } = await makeCard()
  const frozen = await service.issuer.setFrozen({ issuerCardId, frozen: true })
  expect(frozen).toMatchObject({ outcome: 'ok', value: { status: 'frozen' } })
  expect(await service.issuer.setFrozen({ issuerCardId, frozen: true })).toEqual(frozen)
  const thawed = await service.issuer.setFrozen({ issuerCardId, frozen: false })
  expect(thawed).toMatchObject({ outcome: 'ok', value: { status: 'active' } })
  const stylesheetUrl = 'http://localhost:4000/api/card-number.css?theme=dark&hue=284&chroma=0.15'
  const link = await service.issuer.revealCard({ issuerCardId, stylesheetUrl })
  if (link.outcome !== 'ok') throw new Error(link.outcome)
  expect(link.value.validForMs).toBe(60_000)
  const page = await fetch(link.value.url)
  expect(page.status).toBe(200)
  await service.control(`/cards/${issuerCardId}/block`, { status: 'SUSPECTED_FRAUD_CVV' })
  const blocked = await service.issuer.readCard(issuerCardId)
  expect(blocked).toMatchObject({ value: { status: 'blocked', blockReason: expect.stringMatching(/FRAUD/) } })
  expect(await service.issuer.setFrozen({ issuerCardId, frozen: true })).toMatchObject({
    outcome: 'rejected',
  })
})

test('limits are replaced as a whole, and "no limit" is sent as an amount that no card can reach', async () => {
  const { issuerCardId } = await makeCard()
  const limits = { paymentCents: 5050n, dayCents: 10_000n, monthCents: null }
  const set = await service.issuer.setLimits({ issuerCardId, limits })
  expect(set).toMatchObject({ outcome: 'ok', value: { limits } })
  expect(await service.issuer.readCard(issuerCardId)).toEqual(set)
  const none = { paymentCents: null, dayCents: null, monthCents: null }
  const cleared = await service.issuer.setLimits({ issuerCardId, limits: none })
  expect(cleared).toMatchObject({ outcome: 'ok', value: { limits: none } })
  const missing = '00000000-0000-4000-8000-000000000000'
  expect(await service.issuer.setLimits({ issuerCardId: missing, limits })).toMatchObject({
    outcome: 'rejected',
  })
})

test('invisible characters are removed from the name and city of a shop', async () => {
  await fund('1000.00')
  const { issuerCardId } = await makeCard()
  await service.issuer.adjustCredit({ issuerCardId, amountCents: 50_000n })
  const paid = await service.control<{ id: string }>('/simulate/authorisation', {
    cardId: issuerCardId,
    amount: '12.00',
    merchant: { name: 'Caf\u202ee\u0301\u200b Sol', mcc: '5814', city: 'Li\u2066ma', country: 'PER' },
  })
  const read = await service.issuer.readTransaction(paid.id)
  if (read.outcome !== 'ok') throw new Error(read.outcome)
  expect(read.value[0]?.merchant).toMatchObject({ name: 'Café Sol', city: 'Lima' })
})

test('the rate of a payment in another currency is read in the direction that people read it', async () => {
  await fund('1000.00')
  const { issuerCardId } = await makeCard()
  await service.issuer.adjustCredit({ issuerCardId, amountCents: 50_000n })
  const merchant = { name: 'Hotel Antigua', mcc: '7011', city: 'Cusco', country: 'PER' }
  const paid = await service.control<{ id: string }>('/simulate/authorisation', {
    cardId: issuerCardId,
    originalAmount: '377.00',
    originalCurrency: 'PEN',
    merchant,
  })
  await service.control(`/simulate/${paid.id}/clearing`, {})
  const read = await service.issuer.readTransaction(paid.id)
  if (read.outcome !== 'ok') throw new Error(read.outcome)
  const [authorised, cleared] = read.value
  expect(authorised).toMatchObject({
    type: 'authorisation',
    originalAmount: '377.00',
    originalCurrency: 'PEN',
    channel: 'pos',
    merchant,
  })
  expect(Number(authorised?.rate)).toBeGreaterThan(3)
  expect(cleared).toMatchObject({ type: 'clearing', final: true })
  const at = authorised?.occurredAt ?? new Date(0)
  const days = { from: new Date(at.getTime() - 86_400_000), to: new Date(at.getTime() + 86_400_000) }
  const listed = await service.issuer.transactionsBetween({ ...days, page: 1 })
  expect(listed).toEqual({ outcome: 'ok', value: { events: read.value, hasMore: false } })
  const spent = await service.issuer.cardCreditEvents({ issuerCardId, from: days.from })
  expect(spent).toMatchObject({
    value: [
      { type: 'authorisation', amountMills: (authorised?.amountCents ?? 0n) * 10n },
      { type: 'clearing', final: true },
    ],
  })
})

test('an increment increases the hold, a decline has a reason, a reversal returns money', async () => {
  await fund('100.00')
  const { issuerCardId } = await makeCard()
  await service.issuer.adjustCredit({ issuerCardId, amountCents: 5000n })
  const pay = (amount: string) =>
    service.control<{ id: string }>('/simulate/authorisation', { cardId: issuerCardId, amount })
  const { id } = await pay('10.00')
  await service.control(`/simulate/${id}/increment`, { amount: '5.00' })
  await service.control(`/simulate/${id}/reversal`, { amount: '3.00' })
  const read = await service.issuer.readTransaction(id)
  if (read.outcome !== 'ok') throw new Error(read.outcome)
  expect(read.value.map(({ type, amountCents }) => [type, amountCents])).toEqual([
    ['authorisation', 1000n],
    ['increment', 500n],
    ['reversal', 300n],
  ])
  expect(read.value[0]?.lapsesAt).not.toBeNull()
  const declined = await service.issuer.readTransaction((await pay('999.00')).id)
  expect(declined).toMatchObject({ value: [{ type: 'decline', declineReason: 'insufficient_funds' }] })
})

test('the issuer sends events to the subscribed address', async () => {
  const url = 'http://127.0.0.1:9/api/webhooks/issuer'
  expect(await service.issuer.isSubscribed(url)).toEqual({ outcome: 'ok', value: false })
  expect(await service.issuer.subscribeToEvents(url)).toEqual({ outcome: 'ok', value: null })
  expect(await service.issuer.isSubscribed(url)).toEqual({ outcome: 'ok', value: true })
})

test('every request and every answer so far has the documented form', () => {
  expect(wire.problems()).toEqual([])
  expect(wire.calls()).toEqual(
    new Set([
      'GET /account/balance',
      'GET /card-design/',
      'GET /cards',
      'GET /cards/{cardId}',
      'GET /cards/{cardId}/balance-history',
      'GET /cards/{cardId}/transactions',
      'GET /transactions',
      'GET /transactions/{transactionId}',
      'GET /webhooks',
      'POST /cards',
      'POST /cards/{cardId}/reveal-html',
      'POST /webhooks',
      'PUT /cards/{cardId}/credit',
      'PUT /cards/{cardId}/spend-control',
      'PUT /cards/{cardId}/status',
    ]),
  )
})
