import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardOrder, startBench, type Bench, type Card, type List } from './test-kit.ts'
import { checkDigit } from './vault.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
  await bench.control('POST', '/fund', { amount: '10000.00' })
})
afterAll(async () => bench.end())

const dayMs = 86_400_000
type OwnCard = {
  expiry: string
  shipping: string | null
  activationCode: string
  bin: string
  physicalCardStatus: string
}
const own = async (id: string) => {
  const { items } = (await bench.control<{ items: OwnCard[] }>('GET', `/cards?id=${id}`)).body
  return items[0] as OwnCard
}
const order = (overrides: object, headers: object = {}) =>
  bench.wrong('POST', '/cards', cardOrder(overrides), headers)

test('a virtual card is active at once, and no answer has its number', async () => {
  const id = await bench.card({ meta: { ...cardOrder().meta, id: 'ours-1', email: 'lucia@example.com' } })
  const card = await bench.read(id)
  expect(card).toMatchObject({
    cardName: 'LUCIA FERRER',
    cardType: 'virtual',
    status: 'ACTIVE',
    availableCredit: '0.00',
    physicalCardStatus: 'NOT_PHYSICAL_CARD',
    shippingAddress: null,
    meta: { id: 'ours-1', email: 'lucia@example.com', otpPhoneNumber: { dialCode: 51 } },
  })
  expect(card).not.toHaveProperty('id')
  const listed = await bench.api<List<Card>>('GET', '/cards?metadataId=other,ours-1')
  expect(listed.body.items).toEqual([{ id, ...card }])
  const link = await bench.api<{ accessUrl: string }>('POST', `/cards/${id}/reveal-html`, {})
  const page = await (await fetch(link.body.accessUrl)).text()
  const number = (page.match(/<span>\d{4}<\/span>/g) ?? []).join('').replaceAll(/\D/g, '')
  expect(number).toMatch(new RegExp(`^53129940\\d{4}${card.last4}$`))
  expect(Number(number.at(-1))).toBe(checkDigit(number.slice(0, 15)))
  const dir = bench.issuer().settings.dataDir
  for (const name of ['issuer.sqlite', 'issuer.sqlite-wal']) {
    expect(readFileSync(join(dir, name)).includes(number)).toBe(false)
    expect(statSync(join(dir, name)).mode & 0o077).toBe(0)
  }
})

test('cards are listed page by page, by status and by our references', async () => {
  const ids = [await bench.card(), await bench.card(), await bench.card()]
  await bench.api('PUT', `/cards/${ids[0]}/status`, { freeze: true })
  const frozen = await bench.api<List<{ id: string }>>('GET', '/cards?status=FROZEN,BLOCKED')
  expect(frozen.body.items.map(({ id }) => id)).toEqual([ids[0]])
  const page = await bench.api<List<unknown>>('GET', '/cards?limit=2&page=2')
  expect(page.body.meta).toMatchObject({ itemCount: 2, itemsPerPage: 2, currentPage: 2 })
  expect(page.body.meta.totalPages).toBe(Math.ceil(page.body.meta.totalItems / 2))
  expect((await bench.api<List<unknown>>('GET', '/cards')).body.meta.itemsPerPage).toBe(10)
})

test.each([
  ['0302012', 400, { spendLimit: undefined }],
  ['0302007', 400, { spendLimit: 10_000.01 }],
  ['0302009', 400, { meta: { id: 'x', otpPhoneNumber: { dialCode: 0, phoneNumber: '987654321' } } }],
  ['0302009', 400, { meta: { id: 'x', otpPhoneNumber: { dialCode: 51, phoneNumber: 'none' } } }],
  ['0302040', 400, { preferredCardName: 'MARTA PEREZ' }],
  ['0302005', 400, { expiryDate: 'soon' }],
  ['0302008', 400, { expiryDate: '2020-01-31' }],
  ['0309002', 404, { cardDesign: '6f2b6d0e-5a0f-4c53-9a53-3a1b0a4d9999' }],
  ['validation_error', 400, { cardType: 'Plastic' }],
  ['validation_error', 400, { stockSerial: 'CRD-000001' }],
  ['validation_error', 400, { preferredCardName: 'L'.repeat(28) }],
  ['validation_error', 400, { meta: { id: 'x' } }],
  ['validation_error', 400, { customerType: 'Business' }],
])('an order is refused with %s (%i) for %j', async (code, status, overrides) => {
  const { body, ...answer } = await order(overrides)
  expect([answer.status, body.code, body.statusCode]).toEqual([status, code, status])
})

test('an order names a known country and an adult', async () => {
  const { kyc } = cardOrder() as { kyc: { residentialAddress: object } }
  const lost = { ...kyc, residentialAddress: { ...kyc.residentialAddress, country: 'ZZZ' } }
  expect((await order({ kyc: lost })).body.code).toBe('0315001')
  expect((await order({ kyc: { ...kyc, dob: '2020-02-02' } })).body).toMatchObject({ parameter: 'kyc.dob' })
})

test("the two numbers that Reap's samples send as strings are accepted", async () => {
  const phone = { dialCode: '51', phoneNumber: '987654321' }
  const { status } = await order({ spendLimit: '10.00', meta: { id: 'strings', otpPhoneNumber: phone } })
  expect(status).toBe(201)
  const { items } = (await bench.api<List<Card>>('GET', '/cards?metadataId=strings')).body
  expect(items[0]).toMatchObject({ availableCredit: '10.00', meta: { otpPhoneNumber: { dialCode: 51 } } })
})

test('a repeated pause has no further effect; a block of the issuer overrides it', async () => {
  const id = await bench.card()
  for (const freeze of [true, true, false]) {
    const answer = await bench.api('PUT', `/cards/${id}/status`, { freeze })
    expect(answer.body).toEqual({ freeze })
    expect((await bench.read(id)).status).toBe(freeze ? 'FROZEN' : 'ACTIVE')
  }
  await bench.control('POST', `/cards/${id}/block`, { status: 'SUSPECTED_FRAUD_PIN' })
  expect(await bench.read(id)).toMatchObject({ status: 'BLOCKED', statusReason: 'SUSPECTED_FRAUD_PIN' })
  expect((await bench.wrong('PUT', `/cards/${id}/status`, { freeze: false })).body.code).toBe('0302017')
  await bench.control('POST', `/cards/${id}/unblock`)
  expect((await bench.read(id)).status).toBe('ACTIVE')
  await bench.control('POST', `/cards/${id}/block`, { status: 'INTERNAL_REVIEW_FAILED' })
  expect((await bench.read(id)).status).toBe('INTERNAL_REVIEW_FAILED')
})

test('limits are absolute, and an omitted one does not change', async () => {
  const id = await bench.card()
  const put = (body: object) => bench.api('PUT', `/cards/${id}/spend-control`, body)
  expect((await put({ dailyLimit: 100, weeklyLimit: 300.5 })).body).toEqual({
    dailyLimit: '100.00',
    weeklyLimit: '300.50',
  })
  expect((await put({ dailyLimit: 50 })).body).toEqual({ dailyLimit: '50.00', weeklyLimit: '300.50' })
  expect(await bench.read(id)).toMatchObject({ spendControl: { spendControlCap: { dailyLimit: '50.00' } } })
  const wrong = await bench.wrong('PUT', `/cards/${id}/spend-control`, { dailyLimit: 1.005 })
  expect(wrong.body.code).toBe('0106001')
})

test('a deleted card returns its credit and answers only reads', async () => {
  const before = await bench.balance()
  const id = await bench.card({ spendLimit: 50 })
  const deleted = await bench.api('DELETE', `/cards/${id}`)
  expect(deleted.body).toEqual({ remainingCredit: '50.00', availableCredit: '0.00' })
  expect(await bench.balance()).toEqual(before)
  expect(await bench.read(id)).toMatchObject({ status: 'DELETED', availableCredit: '0.00' })
  expect((await bench.wrong('DELETE', `/cards/${id}`)).body.code).toBe('0302010')
  expect((await bench.wrong('PUT', `/cards/${id}/credit`, { adjustment: '1.00' })).body.code).toBe('0302002')
  expect((await bench.wrong('PUT', `/cards/${id}/status`, { freeze: true })).body.code).toBe('0302010')
  expect((await bench.wrong('POST', `/cards/${id}/reveal-html`, {})).body.code).toBe('0302010')
  expect((await bench.wrong('GET', '/cards/none')).body.code).toBe('0302001')
})

test('a physical card is made, shipped and activated by its code, on separate paths', async () => {
  const id = await bench.card({ cardType: 'Physical' })
  expect(await bench.read(id)).toMatchObject({
    status: 'INACTIVE',
    physicalCardStatus: 'CARD_PRODUCTION_REQUESTED',
  })
  await bench.advance(dayMs)
  expect(await own(id)).toMatchObject({
    shipping: 'SHIPPED',
    physicalCardStatus: 'CARD_PRODUCTION_COMPLETED',
  })
  await bench.advance(5 * dayMs)
  const { activationCode } = await own(id)
  const activate = (code: string) =>
    bench.wrong('POST', `/activation/cards/${id}/activate`, { activationCode: code })
  expect((await activate(activationCode === '000000' ? '111111' : '000000')).body.code).toBe(
    'INVALID_ACTIVATION_CODE',
  )
  expect((await activate(activationCode)).body).toEqual({ id, status: 'ACTIVE' })
  expect((await activate(activationCode)).body.code).toBe('CARD_ALREADY_ACTIVE')
  expect((await bench.wrong('GET', `/activation/cards/${id}/activation-code`)).status).toBe(409)
  expect(await bench.read(id)).toMatchObject({ status: 'ACTIVE', physicalCardStatus: 'CARD_ACTIVATED' })
  const v2 = await bench.wrong('GET', `/activation/cards/${id}/activation-code`, undefined, {
    'accept-version': 'v2.0',
  })
  expect(v2.body.code).toBe('1301004')
})

test('a stock card is assigned once, to a physical card that waits for it', async () => {
  const { items } = (await bench.control<{ items: { serial: string; last4: string }[] }>('GET', '/stock'))
    .body
  const [plastic] = items
  const assign = (cardId: string) =>
    bench.control<{ code: string }>('POST', `/stock/${plastic?.serial}/assign`, { cardId })
  expect((await assign(await bench.card())).body.code).toBe('CARD_NOT_ASSIGNABLE')
  const id = await bench.card({ cardType: 'Physical' })
  expect((await assign(id)).body).toMatchObject({
    bin: '53129942',
    last4: plastic?.last4,
    serial: plastic?.serial,
  })
  expect((await bench.read(id)).last4).toBe(plastic?.last4)
  expect((await assign(await bench.card({ cardType: 'Physical' }))).body.code).toBe('STOCK_CARD_TAKEN')
})

test('a 3-D Secure request can be answered once, within five minutes', async () => {
  const id = await bench.card()
  const request = async () =>
    (await bench.control<{ initiateActionId: string }>('POST', `/cards/${id}/3ds`, { amount: '9.00' })).body
      .initiateActionId
  const answer = (action: string) =>
    bench.wrong('POST', `/cards/${id}/3ds-answer/${action}`, { approve: false })
  const [first, second] = [await request(), await request()]
  expect([(await answer(first)).status, (await answer(first)).body.code]).toEqual([200, '0313005'])
  expect((await bench.control('GET', `/3ds/${first}`)).body).toEqual({ answer: false })
  await bench.advance(300_001)
  expect((await answer(second)).status).toBe(406)
  expect((await bench.control('GET', `/3ds/${second}`)).body).toEqual({ answer: null })
})

test('a card expires at the end of its month', async () => {
  const id = await bench.card()
  await bench.advance((3 * 366 + 32) * dayMs)
  expect((await bench.read(id)).status).toBe('EXPIRED')
  expect((await bench.wrong('PUT', `/cards/${id}/status`, { freeze: false })).body.code).toBe('0302017')
})
