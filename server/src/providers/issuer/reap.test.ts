import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestIssuer, type TestIssuer } from './issuer.test-kit.ts'
import type { IssuerCard, NewIssuerCard } from './port.ts'
import { createWebhookCheck, readReapNotice } from './reap-webhook.ts'
import { threeLettersOf } from './three-letter-countries.ts'

let service: TestIssuer
beforeAll(async () => {
  service = await startTestIssuer()
})
afterAll(() => service.stop())
beforeEach(() => service.control('/reset', {}))

const holder = {
  cif: null,
  firstName: 'Lucía',
  lastName: 'Ferrer',
  birthDate: '1990-04-12',
  documentType: null,
  documentNumber: null,
  street: 'Av. Larco 101',
  city: 'Lima',
  zip: '15074',
  country: 'PE',
}
const wanted = (reference: string): NewIssuerCard => ({
  reference,
  form: 'virtual',
  nameOnCard: 'LUCIA FERRER',
  design: 'green-standard',
  holder,
})
const makeCard = async (reference = 'card:1'): Promise<IssuerCard> => {
  const made = await service.issuer.createCard(wanted(reference))
  if (made.outcome !== 'ok') throw new Error(made.outcome)
  return made.value
}

test('a virtual card is made, and found by its reference', async () => {
  const card = await makeCard()
  expect(card).toMatchObject({
    reference: 'card:1',
    status: 'active',
    bin: '53129940',
    nameOnCard: 'LUCIA FERRER',
    availableCents: 0n,
    blockedBy: null,
  })
  expect(card.expiry).toMatch(/^\d\d\/\d\d$/)
  expect(await service.issuer.findCardByReference('card:1')).toEqual({ outcome: 'ok', value: card })
  expect(await service.issuer.findCardByReference('card:2')).toEqual({ outcome: 'ok', value: null })
  expect(await service.issuer.readCard(card.issuerCardId)).toEqual({ outcome: 'ok', value: card })
  expect(await service.issuer.listCards({ page: 1 })).toEqual({
    outcome: 'ok',
    value: { cards: [card], hasMore: false },
  })
})

test('what the issuer refuses is rejected with its code', async () => {
  const missing = '00000000-0000-4000-8000-000000000000'
  expect(await service.issuer.readCard(missing)).toEqual({ outcome: 'rejected', code: 'CARD_NOT_FOUND' })
  const card = await makeCard()
  const credit = { issuerCardId: card.issuerCardId, amountCents: 1n, reference: 'load:1:1' }
  expect(await service.issuer.adjustCredit(credit)).toEqual({
    outcome: 'rejected',
    code: 'INSUFFICIENT_BALANCE',
  })
})

test('a credit whose answer is lost is unknown, and is found by its reference', async () => {
  await service.control('/fund', { amount: '1000.00' })
  const { issuerCardId } = await makeCard()
  const credit = { issuerCardId, amountCents: 97_000n, reference: 'load:1:1' }
  expect(await service.issuer.countCredits(credit)).toEqual({ outcome: 'ok', value: 0 })
  await service.control('/faults', { kind: 'drop_after', method: 'PUT', path: '/credit$', remaining: 1 })
  expect(await service.issuer.adjustCredit(credit)).toEqual({ outcome: 'unknown' })
  expect(await service.issuer.countCredits(credit)).toEqual({ outcome: 'ok', value: 1 })
  const other = { ...credit, amountCents: 96_999n }
  expect(await service.issuer.countCredits(other)).toEqual({ outcome: 'ok', value: 0 })
  expect(await service.issuer.readAccount()).toEqual({
    outcome: 'ok',
    value: { availableCents: 100_000n, unallocatedCents: 3000n },
  })
})

test('what never left is unavailable; what may have arrived is unknown', async () => {
  const server = createServer()
  const port = await new Promise<number>((found) =>
    server.listen(0, '127.0.0.1', () => found((server.address() as { port: number }).port)),
  )
  await new Promise((closed) => server.close(closed))
  const nobody = service.adapter({ url: `http://127.0.0.1:${port}` })
  expect(await nobody.createCard(wanted('card:1'))).toEqual({ outcome: 'unavailable' })
  expect(await service.adapter({ apiKey: 'wrong' }).createCard(wanted('card:1'))).toEqual({
    outcome: 'unavailable',
  })
  for (const fault of [
    { kind: 'drop_before' },
    { kind: 'drop_after' },
    { kind: 'status', value: 502 },
    { kind: 'delay', value: 400 },
  ]) {
    await service.control('/faults', { ...fault, remaining: 1 })
    const made = await service.adapter({ timeoutMs: 200 }).createCard(wanted('card:2'))
    expect(made, fault.kind).toEqual({ outcome: 'unknown' })
  }
  await service.control('/faults', { kind: 'drop_after', remaining: 1 })
  expect(await service.issuer.readAccount()).toEqual({ outcome: 'unavailable' })
})

test('freezing, unfreezing and a link to the number', async () => {
  const { issuerCardId } = await makeCard()
  const frozen = await service.issuer.setFrozen({ issuerCardId, frozen: true })
  expect(frozen).toMatchObject({ outcome: 'ok', value: { status: 'frozen' } })
  expect(await service.issuer.setFrozen({ issuerCardId, frozen: true })).toEqual(frozen)
  await service.control(`/cards/${issuerCardId}/block`, { reason: 'FRAUD' })
  expect(await service.issuer.readCard(issuerCardId)).toMatchObject({
    value: { status: 'blocked', blockedBy: 'issuer', blockReason: 'FRAUD' },
  })
  const link = await service.issuer.reveal({
    issuerCardId,
    lang: 'es',
    look: { theme: 'dark', hue: 284, chroma: 0.15 },
  })
  if (link.outcome !== 'ok') throw new Error(link.outcome)
  const page = await fetch(link.value.url)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('LUCIA FERRER')
})

test('a payment in another currency is read with its rate the way that people read it', async () => {
  await service.control('/fund', { amount: '1000.00' })
  const { issuerCardId } = await makeCard()
  await service.issuer.adjustCredit({ issuerCardId, amountCents: 50_000n, reference: 'load:1:1' })
  const since = new Date('2020-01-01T00:00:00Z')
  const nothing = await service.issuer.eventsSince({ since, cursor: null })
  expect(nothing).toEqual({ outcome: 'ok', value: { events: [], nextCursor: null } })
  const merchant = { name: 'Hotel Antigua', mcc: '7011', city: 'Cusco', country: 'PER' }
  const paid = await service.api<{ id: string }>('/simulate/authorisation', {
    cardId: issuerCardId,
    originalAmount: '377.00',
    originalCurrency: 'PEN',
    merchant,
  })
  await service.api(`/simulate/${paid.id}/clearing`, {})
  const read = await service.issuer.readTransaction(paid.id)
  if (read.outcome !== 'ok') throw new Error(read.outcome)
  const [authorised, cleared] = read.value
  expect(authorised).toMatchObject({
    type: 'authorisation',
    originalAmount: '377.00',
    originalCurrency: 'PEN',
    rate: '3.7538',
    channel: 'pos',
    merchant,
  })
  expect(cleared).toMatchObject({ type: 'clearing', final: true })
  const changed = await service.issuer.eventsSince({ since, cursor: null })
  expect(changed).toMatchObject({ outcome: 'ok', value: { events: read.value } })
  const cursor = changed.outcome === 'ok' ? changed.value.nextCursor : null
  expect(await service.issuer.eventsSince({ since, cursor })).toMatchObject({ value: { events: [] } })
})

test('entries of the master account carry the sign that we mean', async () => {
  const funded = await service.control<{ id: string }>('/fund', { amount: '100.00', reference: 'fund:1' })
  await service.control('/fee', { amount: '2.50' })
  await service.control('/fee', { amount: '-1.00' })
  const of = (kind: 'funded' | 'fee_charged', reference?: string) =>
    service.issuer.accountEntries({ kind, cursor: null, ...(reference ? { reference } : {}) })
  expect(await of('funded', 'fund:1')).toMatchObject({
    value: { entries: [{ entryId: funded.id, amountCents: 10_000n, reference: 'fund:1' }] },
  })
  expect(await of('funded', 'fund:2')).toMatchObject({ value: { entries: [] } })
  expect(await of('fee_charged')).toMatchObject({
    value: { entries: [{ amountCents: -100n }, { amountCents: 250n }] },
  })
})

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const check = createWebhookCheck(pem)
const now = new Date('2026-11-20T15:00:00Z')
const body = {
  id: 'e1',
  eventType: 'transaction.clearing',
  createdAt: 'x',
  data: { transactionId: 't1', amount: '104.20' },
}
const signed = (message: object, at: Date, key = privateKey) => {
  const timestamp = at.getTime()
  const data = Buffer.from(JSON.stringify({ ...message, timestamp }))
  return `timestamp=${timestamp};signature=${sign('RSA-SHA3-256', data, key).toString('base64')}`
}
const raw = Buffer.from(JSON.stringify(body))

test('a webhook that the issuer signed within five minutes is believed', () => {
  expect(check({ rawBody: raw, signature: signed(body, now), realNow: now })).toEqual(body)
  const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const byDer = createWebhookCheck(der)
  const late = new Date(now.getTime() + 300_000)
  expect(byDer({ rawBody: raw, signature: signed(body, now), realNow: late })).toEqual(body)
})

test('a forged, stale, truncated or changed webhook is not', () => {
  const stranger = createPrivateKey(
    generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  )
  const good = signed(body, now)
  const refusals: [string, { rawBody?: Buffer; signature?: string | null; realNow?: Date }][] = [
    ['another key', { signature: signed(body, now, stranger) }],
    ['too old', { realNow: new Date(now.getTime() + 300_001) }],
    ['from the future', { realNow: new Date(now.getTime() - 300_001) }],
    ['truncated', { rawBody: raw.subarray(0, -5) }],
    ['another amount', { rawBody: Buffer.from(raw.toString().replace('104.20', '104.21')) }],
    ['another time', { signature: good.replace(/timestamp=\d+/, `timestamp=${now.getTime() + 1}`) }],
    ['no signature', { signature: null }],
    ['an empty signature', { signature: `timestamp=${now.getTime()};signature=` }],
    ['no object', { rawBody: Buffer.from('[]') }],
  ]
  for (const [name, change] of refusals) {
    expect(check({ rawBody: raw, signature: good, realNow: now, ...change }), name).toBeNull()
  }
})

test('a key that is none believes nobody', () => {
  expect(createWebhookCheck('test')({ rawBody: raw, signature: signed(body, now), realNow: now })).toBeNull()
})

test('a notice says what to read again', () => {
  expect(readReapNotice(body)).toEqual({ about: 'transaction', eventId: 'e1', transactionId: 't1' })
  const card = { id: 'e2', eventType: 'card.blocked', data: { card: { id: 'c1' } } }
  expect(readReapNotice(card)).toEqual({ about: 'card', eventId: 'e2', issuerCardId: 'c1' })
  const credit = { id: 'e3', eventType: 'card.credit_adjusted', data: { cardId: 'c1' } }
  expect(readReapNotice(credit)).toMatchObject({ about: 'card', issuerCardId: 'c1' })
  const data = { id: 'e4', amount: '100.00', reference: null, createdAt: '2026-11-20T15:00:00.000Z' }
  expect(readReapNotice({ id: 'e4', eventType: 'account.funded', data })).toMatchObject({
    about: 'account',
    entry: { entryId: 'e4', kind: 'funded', amountCents: 10_000n, reference: null },
  })
  expect(readReapNotice({ id: 'e5', eventType: 'weather.rain', data: {} })).toEqual({
    about: 'other',
    eventId: 'e5',
  })
  expect(readReapNotice({ id: 'e6', eventType: 'transaction.refund', data: {} })).toBeNull()
  expect(readReapNotice('hello')).toBeNull()
})

test('countries go out in three letters', () => {
  expect([threeLettersOf('PE'), threeLettersOf('DE'), threeLettersOf('XK')]).toEqual(['PER', 'DEU', 'XK'])
})
