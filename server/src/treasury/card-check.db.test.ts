import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startBusyBook, type BusyBook } from './busy-book.test-kit.ts'

let book: BusyBook
let [busy, other, idle]: BusyBook['cards'] = []
beforeAll(async () => {
  book = await startBusyBook(3)
  ;[busy, other, idle] = book.cards
  await book.pass(62 * 60_000)
}, 120_000)
afterEach(() => book.calm())
afterAll(() => book.stop())

const hourMs = 60 * 60_000
const control = (path: string, body: object) => book.product.issuer.control(path, body)
const r1 = async () => (await book.findings()).filter(({ invariant }) => invariant === 'R1')
/** Every list of cards is followed by payments, so the busy card changes whenever it is read. */
const withPayments = () => book.afterEach(/\/cards(\?|\/)/, () => book.swipe(busy!))

test('a round compares every card and says so', async () => {
  const { covered, total, oldestMs, ageMs, isOverdue, failure } = await book.state('R1')
  expect({ covered, total, isOverdue, failure }).toEqual({
    covered: 3,
    total: 3,
    isOverdue: false,
    failure: null,
  })
  expect(Math.max(oldestMs ?? Infinity, ageMs)).toBeLessThan(hourMs)
  expect(await r1()).toEqual([])
})

test('while a card pays all the time, a wrong cent on another card is found, and only there', async () => {
  withPayments()
  await control('/drift', { cardId: idle!.issuerCardId, card: '0.01' })
  await book.pass(hourMs)
  expect(await r1()).toMatchObject([{ subject: idle!.id, status: 'suspected' }])
  for (let minute = 0; minute < 2; minute += 1) await book.pass(61_000)
  expect(await r1()).toMatchObject([{ subject: idle!.id, status: 'open' }])
  expect(await book.state('R1')).toMatchObject({ openFindings: 1, total: 3 })
  await control('/drift', { cardId: idle!.issuerCardId, card: '-0.01' })
  for (let minute = 0; minute < 2; minute += 1) await book.pass(61_000)
  expect(await r1()).toEqual([])
})

test('a busy card is compared as soon as it is idle for a minute', async () => {
  withPayments()
  await book.pass(hourMs)
  await book.pass(61_000)
  book.calm()
  await book.product.settle()
  for (let minute = 0; minute < 3; minute += 1) await book.pass(61_000)
  expect(await book.state('R1')).toMatchObject({ covered: 3, total: 3, openFindings: 0 })
  expect(await r1()).toEqual([])
})

test('a payment whose webhook is lost is booked by the comparison and is no difference', async () => {
  await control('/faults', { kind: 'lose', path: '^transaction', remaining: 1 })
  const [before] = await book.product.rows<{ count: bigint }>('select count(*) from payment_event')
  // The scan of transactions does not answer, so only the comparison sees the payment.
  await control('/faults', { kind: 'status', value: 503, method: 'GET', path: '^/transactions$' })
  await book.swipe(other!)
  await book.pass(hourMs)
  const [after] = await book.product.rows<{ count: bigint }>('select count(*) from payment_event')
  expect(Number(after?.count) - Number(before?.count)).toBe(1)
  for (let minute = 0; minute < 2; minute += 1) await book.pass(61_000)
  expect(await r1()).toEqual([])
  expect(await book.state('R1')).toMatchObject({ covered: 3, total: 3 })
})

test('a card with money that is not ours differs from a card with nothing', async () => {
  const { issuer } = book.product
  const foreign = await issuer.issuer.createCard({
    reference: 'foreign-card',
    idempotencyKey: 'foreign-card',
    form: 'virtual',
    nameOnCard: 'Another Person',
    design: 'green',
    holder: {
      reference: 'foreign',
      firstName: 'Another',
      lastName: 'Person',
      birthDate: '1990-04-12',
      documentType: 'Passport',
      documentNumber: 'X1234567',
      street: 'Av. Larco 101',
      city: 'Lima',
      zip: '15074',
      country: 'PE',
      mobile: '+51999000222',
    },
  })
  if (foreign.outcome !== 'ok') throw new Error(JSON.stringify(foreign))
  const cardId = foreign.value.issuerCardId
  await control('/drift', { cardId, card: '12.00' })
  await book.pass(hourMs)
  await book.pass(61_000)
  expect(await r1()).toMatchObject([{ subject: cardId, status: 'open' }])
  await control('/drift', { cardId, card: '-12.00' })
  await book.pass(61_000)
  expect(await r1()).toEqual([])
})

test('while the issuer does not answer, the check says why, and in the end that it is overdue', async () => {
  await control('/faults', { kind: 'status', value: 503, method: 'GET', path: '^/cards' })
  await book.pass(hourMs)
  expect(await book.state('R1')).toMatchObject({ failure: 'The issuer did not answer', isOverdue: false })
  await book.pass(3 * hourMs)
  expect(await book.state('R1')).toMatchObject({ isOverdue: true })
})
