import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantOperation, storePasskey } from '../../../tests/support/step-up-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { startLoadBench, type BenchPerson, type LoadBench, type LoadBody } from './load-bench.test-kit.ts'

import { listRequestedRefunds } from './load-refunds.sql.ts'

/** The payer's choices for money that is not as quoted (domain §5), over the wire. */
let bench: LoadBench
let keys = 0
beforeAll(async () => {
  bench = await startLoadBench()
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

const minuteMs = 60_000
const away = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const newKey = () => {
  keys += 1
  return { 'idempotency-key': `resolution-key-${keys}` }
}
const credit = (of: BenchPerson, { id }: LoadBody, net: string, headers = newKey()) =>
  of.browser.post(`/loads/${id}/credit`, { net }, { headers })

/** Requests a refund with the passkey that the call needs. */
const refund = async (of: BenchPerson, { id }: LoadBody, address = away) => {
  const path = `/loads/${id}/refund`
  const requested = await of.browser.post<StepUpRequest>(path, { address }, { headers: newKey() })
  if (requested.body.code !== 'step_up_required') return requested
  expect(requested.body.data.show).toMatchObject({ address, load: expect.stringMatching(/^L-/) as string })
  const person = { userId: of.userId, companyId: of.card.companyId }
  const grant = await grantOperation(bench.product.kernel, person, requested.body.data)
  return of.browser.post(path, { address }, { headers: { ...newKey(), 'step-up': grant } })
}
const withPasskey = async (of: BenchPerson) => {
  await storePasskey(bench.product.kernel, { userId: of.userId, companyId: of.card.companyId })
  return of
}
const optionsOf = async (of: BenchPerson, load: LoadBody) =>
  (await bench.read(of, load)).resolutions.map(({ kind, net, amount }) => [kind, net ?? amount])
const overdue = async (of: BenchPerson, over: Record<string, string> = {}) => {
  const load = await bench.quote(of, over)
  await bench.pass(33 * minuteMs)
  await bench.pay(load)
  await bench.finalise()
  return load
}
const journalsOf = async ({ id }: LoadBody) =>
  bench.product.rows<{ kind: string }>('select kind from journal where subject_id = $1 order by id', [id])

test('half of the amount is credited at the locked rate, while the load waits and in review', async () => {
  const person = await bench.person()
  const [now, later] = [await bench.quote(person), await bench.quote(person, { asset: 'USDT' })]
  await bench.pay(now, '100')
  await bench.pay(later, '100', 'USDT')
  await bench.finalise()
  expect(await optionsOf(person, now)).toEqual([
    ['pay_rest', '100.000000'],
    ['credit', '97.00'],
    ['refund', '100.000000'],
  ])
  expect((await credit(person, now, '97.00')).status).toBe(200)
  expect(await bench.read(person, now)).toMatchObject({ status: 'held', net: '97.00', resolutions: [] })
  await bench.pass(33 * minuteMs)
  expect((await bench.read(person, later)).status).toBe('review')
  expect((await credit(person, later, '96.46')).status).toBe(200)
  expect(await bench.read(person, later)).toMatchObject({ status: 'held', net: '96.46' })
  for (let hour = 0; hour < 5 * 24; hour += 24) await bench.pass(24 * 60 * minuteMs)
  const { id } = later
  expect(await bench.product.rows('select status from load where id = $1', [id])).toEqual([
    { status: 'credited' },
  ])
  expect(await bench.onCard(person)).toBe(193_46n)
})

test('a large excess is credited as a whole; a small excess needs no choice', async () => {
  const person = await bench.person()
  const [much, little] = [await bench.quote(person), await bench.quote(person)]
  await bench.pay(much, '300')
  await bench.pay(little, '205')
  await bench.finalise()
  expect(await bench.read(person, little)).toMatchObject({
    status: 'held',
    exception: 'overpaid',
    net: '198.85',
  })
  expect((await bench.read(person, much)).status).toBe('review')
  expect((await credit(person, much, '291.00')).status).toBe(200)
  expect(await bench.read(person, much)).toMatchObject({ status: 'held', net: '291.00' })
})

test('another coin is credited at its own rate, and the book has the right coin', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load, '100', 'DAI')
  await bench.finalise()
  const [[, net] = []] = await optionsOf(person, load)
  expect((await credit(person, load, net ?? '')).status).toBe(200)
  const legs = await bench.product.rows<{ asset: string | null; code: string }>(
    `select a.asset, a.code from posting p join journal j on j.id = p.journal_id join account a on a.id = p.account_id
     where j.subject_id = $1 and j.kind = 'load.accepted' and a.code = 'deposit.unapplied'`,
    [load.id],
  )
  expect(legs).toEqual([{ asset: 'DAI@ethereum', code: 'deposit.unapplied' }])
})

test('a rate that fell after the page was shown is refused, and nothing is credited', async () => {
  const person = await bench.person()
  const load = await overdue(person)
  await bench.chain.control('/price', { asset: 'USDC', price: '0.98' })
  const answer = await credit(person, load, '194.00')
  expect([answer.status, answer.body.code]).toEqual([409, 'amount_changed'])
  expect((await bench.read(person, load)).status).toBe('review')
  expect((await credit(person, load, '190.12')).status).toBe(200)
  await bench.chain.control('/price', { asset: 'USDC', price: '1' })
})

test('an immediate load that was late is on the card at once', async () => {
  const person = await bench.person()
  const load = await overdue(person, { speed: 'immediate' })
  expect((await credit(person, load, '190.00')).status).toBe(200)
  await bench.live(minuteMs)
  expect((await bench.read(person, load)).status).toBe('credited')
  expect(await bench.onCard(person)).toBe(190_00n)
})

test('a choice in eight tabs at once is credited once, and every tab gets the answer', async () => {
  const person = await bench.person()
  const load = await overdue(person)
  const answers = await Promise.all(Array.from({ length: 8 }, () => credit(person, load, '194.00')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await journalsOf(load)).toEqual([{ kind: 'load.accepted' }])
})

test('of a credit in one tab and a refund in another only one succeeds', async () => {
  const person = await withPasskey(await bench.person())
  for (let round = 0; round < 3; round += 1) {
    const load = await overdue(person, { amount: `${200 + round}` })
    const net = (await bench.read(person, load)).resolutions[0]?.net ?? ''
    const [credited, refunded] = await Promise.all([credit(person, load, net), refund(person, load)])
    expect(new Set([credited.status, refunded.status])).toEqual(new Set([200, 409]))
    const { status, refund: open } = (await bench.read(person, load)) as LoadBody & { refund: object | null }
    expect([status, open === null]).toEqual(credited.status === 200 ? ['held', true] : ['review', false])
  }
})

test('a refund is requested with a passkey, shown, and withdrawn; no money is transferred', async () => {
  const person = await bench.person()
  const load = await overdue(person)
  const bare = await refund(person, load)
  expect([bare.status, bare.body.code]).toEqual([403, 'factor_required'])
  await withPasskey(person)
  for (const [address, text] of [
    ['0xDbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', 'an address of this network'],
    [load.address, 'belongs to us'],
    ['nowhere', 'an address of this network'],
  ] as const) {
    const answer = await refund(person, load, address)
    expect([answer.status, answer.body.errors['address']]).toEqual([422, [expect.stringContaining(text)]])
  }
  expect((await refund(person, load, away.toLowerCase())).status).toBe(200)
  expect(await bench.read(person, load)).toMatchObject({
    status: 'review',
    resolutions: [],
    refund: { address: away, amounts: [{ amount: '200.000000', asset: 'USDC' }] },
  })
  const listed = await bench.product.kernel.db.read(allTenants, listRequestedRefunds)
  const { ref } = (await bench.read(person, load)) as LoadBody & { ref: string }
  // Other tests leave refunds to the same address open.
  expect(listed.find((each) => each.ref === ref)).toMatchObject({
    address: away,
    network: 'ethereum',
    amounts: [{ amount: '200.000000', asset: 'USDC' }],
  })
  expect((await credit(person, load, '194.00')).body.code).toBe('resolution_chosen')
  expect((await refund(person, load)).body.code).toBe('resolution_chosen')
  const stranger = await bench.person()
  expect((await credit(stranger, load, '194.00')).status).toBe(404)
  expect((await stranger.browser.send('DELETE', `/loads/${load.id}/refund`)).status).toBe(404)
  expect((await person.browser.send('DELETE', `/loads/${load.id}/refund`)).status).toBe(200)
  expect(await journalsOf(load)).toEqual([])
  expect((await credit(person, load, '194.00')).status).toBe(200)
})

test('an approved refund can no longer be withdrawn or credited', async () => {
  const person = await withPasskey(await bench.person())
  const load = await overdue(person)
  expect((await refund(person, load)).status).toBe(200)
  expect([await bench.queue(load), await bench.queue(load)]).toEqual([true, false])
  expect((await person.browser.send('DELETE', `/loads/${load.id}/refund`)).status).toBe(404)
  expect(await bench.read(person, load)).toMatchObject({ resolutions: [], refund: { canWithdraw: false } })
  expect((await credit(person, load, '194.00')).body.code).toBe('resolution_chosen')
  expect((await refund(person, load)).body.code).toBe('resolution_chosen')
})

test('a part with a requested refund no longer waits for the rest; later money is a separate payment', async () => {
  const person = await withPasskey(await bench.person())
  const load = await bench.quote(person)
  await bench.pay(load, '100')
  await bench.finalise()
  expect((await refund(person, load)).status).toBe(200)
  await bench.pay(load, '100')
  await bench.finalise()
  expect(await bench.read(person, load)).toMatchObject({ status: 'review', received: '100.000000' })
  const copies = await bench.product.rows<{ gross_cents: bigint; exception: string }>(
    'select gross_cents, exception from load where parent_id = $1',
    [load.id],
  )
  expect(copies).toEqual([{ gross_cents: 100_00n, exception: 'second_payment' }])
})

test('a further payment is shown with its own amounts, not with those of the load that it was sent to', async () => {
  const person = await bench.person()
  const load = await bench.quote(person, { amount: '80' })
  for (const amount of [load.due, '20']) {
    await bench.pay(load, amount)
    await bench.finalise()
  }
  expect(await bench.read(person, load)).toMatchObject({ status: 'held', exception: null })
  const copies = await bench.product.rows<{ id: string; due_units: bigint }>(
    'select id, due_units from load where parent_id = $1',
    [load.id],
  )
  expect(copies).toMatchObject([{ due_units: 20_000_000n }])
  const view = await bench.read(person, { id: copies[0]?.id ?? '' })
  expect(view).toMatchObject({ exception: 'second_payment', gross: '20.00', fee: '0.60', net: '19.40' })
})

test('no choice exceeds the limits of the day, nor do two simultaneous ones', async () => {
  const person = await bench.person()
  const loads = [await bench.quote(person, { amount: '200' }), await bench.quote(person, { amount: '201' })]
  for (const load of loads) await bench.pay(load, '4900')
  await bench.finalise()
  await bench.quote(person, { amount: '300' })
  const nets = [await optionsOf(person, loads[0]!), await optionsOf(person, loads[1]!)]
  expect(nets.map(([first]) => first?.[0])).toEqual(['credit', 'credit'])
  const answers = await Promise.all(loads.map((load) => credit(person, load, '0.01')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.code).toBe('resolution_not_possible')
})

test('two halves in one block are never too little', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  const half = { to: load.address, amount: '100' }
  await bench.chain.control('/pay-many', { asset: 'USDC', payments: [half, half] })
  await bench.finalise()
  expect(await bench.read(person, load)).toMatchObject({ status: 'held', exception: null })
})
