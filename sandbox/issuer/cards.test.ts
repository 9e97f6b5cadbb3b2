import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startBench,
  type Bench,
  type Card,
  type Entry,
  type List,
  type Payment,
  type Refused,
} from './test-kit.ts'
import { checkDigit } from './vault.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
  await bench.control('POST', '/fund', { amount: '10000.00', reference: 'fund-1' })
})
afterAll(async () => bench.end())

const dayMs = 86_400_000
const put = (card: Card, word: string, body: unknown = {}) =>
  bench.api<Card & Refused>('PUT', `/cards/${card.id}/${word}`, body)
const read = async (card: Card) => (await bench.api<Card>('GET', `/cards/${card.id}`)).body
const advance = async (ms: number) => {
  const { offsetMs } = (await bench.control<{ offsetMs: number }>('GET', '/clock')).body
  await bench.control('POST', '/clock', { offsetMs: offsetMs + ms })
}
const codeOf = async (card: Card) =>
  (await bench.api<{ activationCode: string }>('GET', `/cards/${card.id}/activation-code`)).body
    .activationCode

test('a virtual card is born active, without its number in any answer', async () => {
  const card = await bench.card({ preferredCardName: 'Lucía Ferrer', meta: { id: 'ours-1', plan: 'green' } })
  expect(card).toMatchObject({
    status: 'ACTIVE',
    bin: '53129940',
    cardName: 'LUCÍA FERRER',
    shippingStatus: null,
  })
  const listed = await bench.api<List<Card>>('GET', '/cards?metaId=ours-1')
  expect(listed.body.items).toEqual([card])
  const link = await bench.api<{ url: string }>('POST', `/cards/${card.id}/reveal-link`, {})
  const page = await (await fetch(link.body.url)).text()
  const number = (page.match(/<span>\d{4}<\/span>/g) ?? []).join('').replaceAll(/\D/g, '')
  expect(number).toMatch(new RegExp(`^53129940\\d{4}${String(card['last4'])}$`))
  expect(Number(number.at(-1))).toBe(checkDigit(number.slice(0, 15)))
  expect(JSON.stringify([card, listed.body])).not.toContain(number)
  const dir = bench.issuer().settings.dataDir
  for (const name of ['issuer.sqlite', 'issuer.sqlite-wal']) {
    expect(readFileSync(join(dir, name)).includes(number)).toBe(false)
  }
})

test('cards are listed page by page', async () => {
  const holder = (await bench.card()) as Card & { kyc: { issuerCustomerId: string } }
  const { issuerCustomerId } = holder.kyc
  const second = await bench.card({ kyc: { issuerCustomerId } })
  type Page = { items: Card[]; meta: { totalItems: number; totalPages: number } }
  const path = `/cards?issuerCustomerId=${issuerCustomerId}&limit=1`
  const page = (await bench.api<Page>('GET', `${path}&page=2`)).body
  expect(page.items.map(({ id }) => id)).toEqual([second.id])
  expect(page.meta).toMatchObject({ totalItems: 2, totalPages: 2 })
})

test.each([
  [{ cardType: 'Gold' }, 400, 'VALIDATION_ERROR'],
  [{ meta: {} }, 400, 'VALIDATION_ERROR'],
  [{ kyc: { firstName: 'No', lastName: 'Birthday' } }, 400, 'VALIDATION_ERROR'],
  [{ kyc: { issuerCustomerId: 'nobody' } }, 404, 'CUSTOMER_NOT_FOUND'],
  [{ cardType: 'Physical', stockSerial: 'CRD-999999' }, 404, 'STOCK_CARD_NOT_FOUND'],
  [{ spendLimit: '99999999.00' }, 422, 'INSUFFICIENT_BALANCE'],
])('the order %j is refused', async (wanted, status, code) => {
  const kyc = { firstName: 'A', lastName: 'B', dob: '1990-01-01' }
  const body = { cardType: 'Virtual', kyc, meta: { id: 'refused' }, ...wanted }
  const answer = await bench.api<Refused>('POST', '/cards', body)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect((await bench.api<List<Card>>('GET', '/cards?metaId=refused')).body.items).toEqual([])
})

test('freezing and thawing', async () => {
  const card = await bench.card()
  expect((await put(card, 'status', { freeze: true })).body.status).toBe('FROZEN')
  expect((await put(card, 'status', { freeze: true })).body.status).toBe('FROZEN')
  expect((await put(card, 'status', { freeze: false })).body.status).toBe('ACTIVE')
})

test('a block of the client is lifted by the client, one of the issuer only by the issuer', async () => {
  const card = await bench.card()
  expect((await put(card, 'block', { reason: 'LOST' })).body).toMatchObject({
    status: 'BLOCKED',
    blockedBy: 'CLIENT',
    blockReason: 'LOST',
  })
  expect((await put(card, 'status', { freeze: true })).body.code).toBe('INVALID_CARD_STATUS')
  expect((await put(card, 'unblock')).body).toMatchObject({ status: 'ACTIVE', blockedBy: null })
  await bench.control('POST', `/cards/${card.id}/block`, { reason: 'FRAUD' })
  const refused = await put(card, 'unblock')
  expect([refused.status, refused.body.code]).toEqual([409, 'BLOCKED_BY_ISSUER'])
  expect((await bench.control<Card>('POST', `/cards/${card.id}/unblock`)).body.status).toBe('ACTIVE')
})

test('a physical card is activated by the code in its package, whatever the version asked for', async () => {
  const card = await bench.card({ cardType: 'Physical' })
  expect(card).toMatchObject({ status: 'INACTIVE', bin: '53129941', shippingStatus: 'ORDERED' })
  const code = await codeOf(card)
  const activate = (activationCode: string) => {
    const version = { 'accept-version': '2025-02-14' }
    return bench.api<Card & Refused>('POST', `/cards/${card.id}/activate`, { activationCode }, version)
  }
  const wrong = await activate(code === '000000' ? '111111' : '000000')
  expect([wrong.status, wrong.body.code]).toEqual([400, 'INVALID_ACTIVATION_CODE'])
  expect((await activate(code)).body.status).toBe('ACTIVE')
  expect((await activate(code)).body.code).toBe('CARD_ALREADY_ACTIVE')
  expect((await bench.api('GET', `/cards/${card.id}/activation-code`)).status).toBe(409)
  expect(await read(card)).not.toHaveProperty('activationCode')
})

test('a stock card is handed out once', async () => {
  const [stock] = (await bench.api<List<{ serial: string; last4: string }>>('GET', '/stock?status=AVAILABLE'))
    .body.items
  const wanted = { cardType: 'Physical', stockSerial: stock?.serial }
  const card = await bench.card(wanted)
  expect(card).toMatchObject({
    bin: '53129942',
    last4: stock?.last4,
    serial: stock?.serial,
    status: 'INACTIVE',
  })
  expect((await bench.card(wanted)) as unknown as Refused).toMatchObject({ code: 'STOCK_CARD_TAKEN' })
})

test('replacing moves the credit; holds stay on the old card and clear there', async () => {
  const old = await bench.card({ spendLimit: '100.00' })
  const hold = await bench.api<Payment>('POST', '/simulate/authorisation', {
    cardId: old.id,
    amount: '30.00',
  })
  const { status, body: fresh } = await put(old, 'replace', { reason: 'DAMAGED', meta: { id: 'ours-new' } })
  expect([status, fresh.availableCredit, fresh['replacesCardId']]).toEqual([201, '70.00', old.id])
  expect(await read(old)).toMatchObject({
    status: 'REPLACED',
    availableCredit: '0.00',
    replacedByCardId: fresh.id,
  })
  const history = await bench.api<List<Entry>>('GET', `/cards/${fresh.id}/balance-history`)
  expect(history.body.items).toMatchObject([{ type: 'REPLACEMENT', amount: '70.00', reference: 'ours-new' }])
  const cleared = await bench.api<Payment>('POST', `/simulate/${hold.body.id}/clearing`, { amount: '32.00' })
  expect(cleared.body.status).toBe('CLEARED')
  expect((await read(old)).availableCredit).toBe('-2.00')
  expect((await bench.api('POST', `/cards/${old.id}/reveal-link`, {})).status).toBe(409)
})

test('closing gives the credit back, but not while something is held', async () => {
  const before = await bench.balance()
  const card = await bench.card({ spendLimit: '50.00' })
  const hold = await bench.api<Payment>('POST', '/simulate/authorisation', {
    cardId: card.id,
    amount: '20.00',
  })
  const refused = await bench.api<Refused>('DELETE', `/cards/${card.id}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'CARD_HAS_PENDING_TRANSACTIONS'])
  await bench.api('POST', `/simulate/${hold.body.id}/reversal`, {})
  const closed = await bench.api<Card>('DELETE', `/cards/${card.id}?reference=close-1`)
  expect(closed.body).toMatchObject({ status: 'CLOSED', availableCredit: '0.00' })
  const after = await bench.balance()
  expect(after.availableToAllocate).toBe(before.availableToAllocate)
  const history = await bench.api<List<Entry>>('GET', `/cards/${card.id}/balance-history?reference=close-1`)
  expect(history.body.items).toMatchObject([{ type: 'CLOSURE', amount: '-50.00' }])
  expect((await put(card, 'credit', { adjustment: '1.00' })).body.code).toBe('INVALID_CARD_STATUS')
})

test('a card to order ships and arrives by the clock, and expires at the end of its month', async () => {
  const card = await bench.card({ cardType: 'Physical' })
  const virtual = await bench.card()
  await advance(dayMs)
  expect((await read(card))['shippingStatus']).toBe('SHIPPED')
  await advance(5 * dayMs)
  expect((await read(card))['shippingStatus']).toBe('DELIVERED')
  await advance((3 * 366 + 32) * dayMs)
  expect((await read(virtual)).status).toBe('EXPIRED')
  expect((await read(card)).status).toBe('INACTIVE')
  expect((await put(virtual, 'status', { freeze: true })).body.code).toBe('INVALID_CARD_STATUS')
  expect((await put(virtual, 'replace', { meta: { id: 'after-expiry' } })).status).toBe(201)
})
