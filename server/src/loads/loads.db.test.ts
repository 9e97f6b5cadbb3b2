import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import { startTestChain } from '../../../tests/support/test-chain.ts'
import { allTenants } from '../kernel/database.ts'
import { checkBook } from '../ledger/checks.ts'

/**
 * Loads over the wire: the real server, a real chain, the embedded issuer. Each test has its own person and
 * card.
 */
let chain: Awaited<ReturnType<typeof startTestChain>>
let product: SpendingProduct
let people = 0

type View = {
  id: string
  status: string
  exception: string | null
  address: string
  due: string
  missing: string
  net: string
  fee: string
  gross: string
  waitsForFloat: boolean
  resolutions: { kind: string; net: string | null }[]
  transfers: { status: string; txHash: string }[]
}

beforeAll(async () => {
  chain = await startTestChain()
  product = await createSpendingProduct(chain.env)
  await product.settle()
}, 120_000)
afterAll(async () => {
  const findings = await product.kernel.db.read(allTenants, checkBook)
  await product.stop()
  await chain.stop()
  expect(findings).toEqual([])
})

const newPerson = async () => {
  people += 1
  const person = await product.person(`loads${people}@test.example`)
  await product.approve(person.userId)
  await product.settle()
  return { ...person, card: await product.cardOf(person.userId) }
}
type Person = Awaited<ReturnType<typeof newPerson>>

const quote = async (
  person: Person,
  over: Record<string, string> = {},
  key = `key-of-${people}-${JSON.stringify(over)}`,
) => {
  const body = {
    cardId: person.card.id,
    amount: '200',
    asset: 'USDT',
    network: 'ethereum',
    speed: 'regular',
    ...over,
  }
  return person.browser.post<View>('/loads', body, { headers: { 'idempotency-key': key } })
}
const read = async (person: Person, id: string) => (await person.browser.get<View>(`/loads/${id}`)).body.data
/** The scanner reads once a second, so real time advances by more than that before the due jobs run. */
const settle = async () => {
  product.wait(1100)
  await product.settle()
}
/** A block is final when two blocks follow it. */
const finalise = async () => {
  await chain.mine(3)
  await settle()
}
/** Advances business time. Sessions do not change, because they use real time. */
const wait = async (ms: number) => {
  product.kernel.clock.setOffset(product.kernel.clock.offsetMs() + ms)
  await chain.control('/clock', { offsetMs: product.kernel.clock.offsetMs() })
  await settle()
}
const dayMs = 24 * 3_600_000

test('a quote freezes price and fee, and pays into one address', async () => {
  const person = await newPerson()
  const { status, body } = await quote(person)
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    status: 'quoted',
    due: '201.125701',
    gross: '200.00',
    fee: '6.00',
    net: '194.00',
  })
  const again = await quote(person)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body.data.id).toBe(body.data.id)
  const other = await quote(person, { amount: '300' }, `key-of-${people}-{}`)
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
})

test('a correct payment is held, and credited once after the release, although the issuer’s answer is lost', async () => {
  const person = await newPerson()
  const { data: load } = (await quote(person)).body
  await chain.pay({ asset: 'USDT', to: load.address, amount: load.due })
  await settle()
  expect((await read(person, load.id)).status).toBe('detected')
  await finalise()
  expect(await read(person, load.id)).toMatchObject({ status: 'held', exception: null, net: '194.00' })
  await product.issuer.control('/faults', {
    kind: 'drop_after',
    method: 'PUT',
    path: '/credit$',
    remaining: 1,
  })
  await wait(4 * dayMs)
  // The answer of the credit is lost. The credit is not sent again until reads have proved that it had no
  // effect.
  product.wait(25_000)
  await wait(60_000)
  await wait(60_000)
  expect(await read(person, load.id)).toMatchObject({ status: 'credited' })
  const history = await product.issuer.issuer.readCard(person.card.issuerCardId)
  expect(history).toMatchObject({ outcome: 'ok', value: { availableCents: 19_400n } })
})

test('an immediate load is on the card as soon as its payment is final', async () => {
  const person = await newPerson()
  const { data: load } = (await quote(person, { speed: 'immediate', asset: 'USDC', amount: '100' })).body
  expect(load).toMatchObject({ due: '100.000000', fee: '5.00', net: '95.00' })
  await chain.pay({ asset: 'USDC', to: load.address, amount: '100' })
  await finalise()
  expect(await read(person, load.id)).toMatchObject({ status: 'credited', net: '95.00' })
})

test('a part waits for the rest, and parts together are accepted', async () => {
  const person = await newPerson()
  const { data: load } = (await quote(person)).body
  await chain.pay({ asset: 'USDT', to: load.address, amount: '100' })
  await finalise()
  expect(await read(person, load.id)).toMatchObject({
    status: 'detected',
    exception: 'underpaid',
    missing: '101.125701',
  })
  await chain.pay({ asset: 'USDT', to: load.address, amount: '101.125701' })
  await finalise()
  expect(await read(person, load.id)).toMatchObject({ status: 'held', exception: 'underpaid', net: '194.00' })
})

test('a part without its rest is in review after the end of the quote, with its exact resolution options', async () => {
  const person = await newPerson()
  const { data: load } = (await quote(person)).body
  await chain.pay({ asset: 'USDT', to: load.address, amount: '100' })
  await finalise()
  await wait(33 * 60_000)
  const view = await read(person, load.id)
  expect(view).toMatchObject({ status: 'review', exception: 'underpaid' })
  expect(view.resolutions.map(({ kind, net }) => [kind, net])).toEqual([
    ['credit', '96.46'],
    ['refund', null],
  ])
})

test('too much, too late, another coin and a second payment are stored as exceptions', async () => {
  const person = await newPerson()
  const more = (await quote(person, { amount: '201' })).body.data
  await chain.pay({ asset: 'USDT', to: more.address, amount: '250' })
  const coin = (await quote(person, { amount: '202' })).body.data
  await chain.pay({ asset: 'USDC', to: coin.address, amount: '202' })
  const twice = (await quote(person, { amount: '203' })).body.data
  await chain.pay({ asset: 'USDT', to: twice.address, amount: twice.due })
  await finalise()
  await chain.pay({ asset: 'USDT', to: twice.address, amount: twice.due })
  await finalise()
  const expired = (await quote(person, { amount: '204' })).body.data
  await wait(33 * 60_000)
  expect((await read(person, expired.id)).status).toBe('expired')
  await chain.pay({ asset: 'USDT', to: expired.address, amount: expired.due })
  await finalise()
  expect(await read(person, more.id)).toMatchObject({ status: 'review', exception: 'overpaid' })
  expect(await read(person, coin.id)).toMatchObject({ status: 'review', exception: 'wrong_asset' })
  expect(await read(person, twice.id)).toMatchObject({ status: 'held' })
  expect(await read(person, expired.id)).toMatchObject({ status: 'review', exception: 'late' })
  const list = await person.browser.get<{ items: { exception: string | null }[] }>('/loads?limit=20')
  expect(list.body.data.items.filter(({ exception }) => exception === 'second_payment')).toHaveLength(1)
})

test('an unlisted token is recorded and credits nothing', async () => {
  const person = await newPerson()
  const { data: load } = (await quote(person)).body
  await chain.pay({ asset: 'FAKE_USDT', to: load.address, amount: load.due })
  await finalise()
  const view = await read(person, load.id)
  expect(view.status).toBe('quoted')
  expect(view.transfers).toMatchObject([{ status: 'unlisted' }])
})

test('a payment that a reorganisation removes is no payment', async () => {
  const person = await newPerson()
  const { data: load } = (await quote(person)).body
  await chain.pay({ asset: 'USDT', to: load.address, amount: load.due })
  await settle()
  expect((await read(person, load.id)).status).toBe('detected')
  await chain.control('/reorg', { depth: 1 })
  await finalise()
  expect((await read(person, load.id)).status).toBe('quoted')
})

test('a quote can be cancelled before money arrives, and not after', async () => {
  const person = await newPerson()
  const quoted = (await quote(person)).body.data
  expect((await person.browser.post(`/loads/${quoted.id}/cancel`)).status).toBe(200)
  expect((await person.browser.post(`/loads/${quoted.id}/cancel`)).status).toBe(200)
  expect((await read(person, quoted.id)).status).toBe('cancelled')
  const paid = (await quote(person, { amount: '250' })).body.data
  await chain.pay({ asset: 'USDT', to: paid.address, amount: paid.due })
  await settle()
  const refused = await person.browser.post(`/loads/${paid.id}/cancel`)
  expect([refused.status, refused.body.code]).toEqual([409, 'load_already_paid'])
})

test('another person’s load cannot be seen or cancelled', async () => {
  const owner = await newPerson()
  const { data: load } = (await quote(owner)).body
  const stranger = await newPerson()
  for (const answer of [
    await stranger.browser.get(`/loads/${load.id}`),
    await stranger.browser.post(`/loads/${load.id}/cancel`),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'record_not_found'])
  }
  const withTheirCard = await stranger.browser.post(
    '/loads',
    {
      cardId: owner.card.id,
      amount: '200',
      asset: 'USDT',
      network: 'ethereum',
      speed: 'regular',
    },
    { headers: { 'idempotency-key': 'key-of-stranger' } },
  )
  expect(withTheirCard.status).toBe(404)
})

test('an amount or coin outside the limits is refused before an address is assigned', async () => {
  const person = await newPerson()
  const refusal = async (over: Record<string, string>) =>
    (await quote(person, over, `key-${JSON.stringify(over)}`)).body.code
  expect(await refusal({ amount: '9.99' })).toBe('invalid_amount')
  expect(await refusal({ amount: '5000.01' })).toBe('invalid_amount')
  expect(await refusal({ amount: '2000.01', speed: 'immediate' })).toBe('speed_not_offered')
  expect(await refusal({ asset: 'PEPR' })).toBe('payment_currency_invalid')
  expect(await refusal({ asset: 'USD' })).toBe('same_currency')
  expect(await refusal({ amount: '0.001' })).toBe('validation')
})

test('a payer can find their payment by its transaction hash', async () => {
  const person = await newPerson()
  const first = (await quote(person)).body.data
  const second = (await quote(person, { amount: '210' })).body.data
  const { txHash } = await chain.pay({ asset: 'USDT', to: first.address, amount: first.due })
  await settle()
  const claim = async (id: string, hash: string) =>
    (await person.browser.post<{ found: string }>(`/loads/${id}/transfers`, { txHash: hash })).body.data.found
  expect(await claim(first.id, txHash)).toBe('here')
  expect(await claim(second.id, txHash)).toBe('elsewhere')
  expect(await claim(first.id, `0x${'ab'.repeat(32)}`)).toBe('nowhere')
})

test('without a fresh price there is no quote', async () => {
  const person = await newPerson()
  await chain.control('/price', { asset: 'DAI', ageSeconds: 7200 })
  const { status, body, headers } = await quote(person, { asset: 'DAI' })
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'rate_unavailable', '20'])
})
