import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { startTestChain } from '../../../tests/support/test-chain.ts'
import { createAdmin, createLocalAdmin, newKey, type Admin } from '../approvals/two-people.test-kit.ts'
import { createDepositWorld, type DepositWorld } from './deposit-world.test-kit.ts'

/** Deposits by crypto over the wire: the real server and a real chain. */
let chain: Awaited<ReturnType<typeof startTestChain>>
let product: PeopleProduct
let world: DepositWorld

type View = {
  id: string
  ref: string
  status: string
  exception: string | null
  address: string
  due: string
  gross: string
  fee: string
  net: string
  company: { name: string }
  canDecide: boolean
  isPayer: boolean
  canClaim: boolean
  transfers: { txHash: string }[]
  addressRequestedAt: string | null
  refund: { address: string; status: string; canWithdraw: boolean } | null
  canStopRefund: boolean
  resolutions: { kind: string; net: string | null }[]
}

beforeAll(async () => {
  chain = await startTestChain()
  product = await createPeopleProduct({ env: chain.env })
  world = await createDepositWorld(product)
  await settle()
}, 120_000)
afterAll(async () => {
  const findings = await world.findings()
  await product.stop()
  await chain.stop()
  expect(findings).toEqual([])
})

/** The scanner reads once a second. */
const settle = async () => {
  product.wait(1100)
  await product.drain()
}
const finalise = async () => {
  await chain.mine(3)
  await settle()
}
const wait = async (ms: number) => {
  const { clock } = product.kernel
  clock.setOffset(clock.offsetMs() + ms)
  await chain.control('/clock', { offsetMs: clock.offsetMs() })
  await settle()
}
const week = () => wait(8 * 86_400_000)

const quote = (over: object = {}, by: Admin = world.ofLima, key = newKey()) => {
  const body = {
    companyId: world.lima,
    wallet: 'regular',
    amount: '10000',
    asset: 'USDC',
    network: 'ethereum',
    ...over,
  }
  return world.people.confirmed<View>(by, '/coin-deposits', body, key)
}
const read = async (id: string, by: Admin = world.ofLima) =>
  (await by.browser.get<View>(`/coin-deposits/${id}`)).body.data
const paid = async (over: object = {}) => {
  const { data } = (await quote(over)).body
  await chain.pay({ asset: 'USDC', to: data.address, amount: data.due })
  await finalise()
  return data
}
/** What the person who requested a deposit was told of it, the last first. */
const toldOf = async (id: string) => {
  const { items } = (
    await world.ofLima.browser.get<{
      items: { kind: string; facts: Record<string, string>; path: string }[]
    }>('/notifications')
  ).body.data
  return items
    .filter(({ path }) => path === `/admin/wallets/deposits/crypto/${id}`)
    .map(({ kind, facts: { ref, net } }) => ({ kind, ref, net }))
}
const address = '0x00000000000000000000000000000000000000AA'
/** The company enters the address of a refund and confirms it. */
const addressEntered = async (id: string, to = address) => {
  const path = `/coin-deposits/${id}/refund-request`
  const answer = await world.people.confirmed(world.ofLima, path, { address: to })
  expect([answer.status, answer.body.code]).toEqual([200, undefined])
  return answer
}
const status = async (id: string) => ((await world.detail(id)).data as { status: string }).status

test('a regular deposit of 10,000.00 by crypto brings 9,775.00, pending until its daily run', async () => {
  const options = await world.ofLima.browser.get(`/coin-deposit-options?companyId=${world.lima}`)
  expect(options.body.data).toMatchObject({
    company: { name: 'Lima' },
    limits: { regular: { minimum: '200.00' }, immediate: { minimum: '1000.00' } },
  })
  const offered = `/coin-deposit-offers?companyId=${world.lima}&amount=10000&asset=USDC&network=ethereum`
  expect((await world.ofLima.browser.get(offered)).body.data).toMatchObject({
    offers: [
      { speed: 'regular', fee: '225.00', net: '9775.00' },
      { speed: 'immediate', fee: '375.00', net: '9625.00' },
    ],
  })
  const key = newKey()
  const quoted = await quote({}, world.ofLima, key)
  expect(quoted.status).toBe(201)
  const { data } = quoted.body
  expect(data).toMatchObject({
    status: 'quoted',
    due: '10000.000000',
    gross: '10000.00',
    fee: '225.00',
    net: '9775.00',
    company: { name: 'Lima' },
  })
  expect((await quote({}, world.ofLima, key)).headers['idempotent-replayed']).toBe('true')
  await chain.pay({ asset: 'USDC', to: data.address, amount: '10000' })
  await settle()
  expect((await read(data.id)).status).toBe('detected')
  await finalise()
  expect(await read(data.id)).toMatchObject({ status: 'topped_up', exception: null, net: '9775.00' })
  const journal = await world.journal(`topup:${data.id}:accepted`)
  expect(journal.filter(({ account }) => /^wallet|^fee/.test(account))).toEqual([
    { account: 'wallet.regular.pending', owner: 'norte', amount: 5000n },
    { account: 'wallet.regular.pending', owner: 'andes', amount: 7500n },
    { account: 'fee.deferred', owner: null, amount: 10_000n },
    { account: 'wallet.regular.pending', owner: 'lima', amount: 977_500n },
  ])
  expect(journal.find(({ account }) => account === 'deposit.unapplied')).toMatchObject({ owner: 'lima' })
  expect((await world.detail(data.id)).data).toMatchObject({
    kind: 'crypto',
    ref: data.ref,
    status: 'pending',
    fee: '225.00',
    bankReference: null,
    wire: null,
    canMatch: false,
    canReverse: true,
  })
  expect((await world.detail(data.id)).data['legs']).toHaveLength(journal.length)
  const pending = async (by: Admin, query = '') =>
    (await by.browser.get<Record<string, unknown>>(`/pending-money${query}`)).body.data
  expect(await pending(world.ofLima)).toMatchObject({
    total: '9775.00',
    days: [{ wallet: 'regular', reason: 'topup', amount: '9775.00', count: 1 }],
    companies: [{ id: world.lima, name: 'Lima', amount: '9775.00' }],
    more: 0,
  })
  expect(await pending(world.first)).toMatchObject({
    total: '9900.00',
    companies: [{ name: 'Lima' }, { name: 'Andes', amount: '75.00' }, { name: 'Norte', amount: '50.00' }],
  })
  expect(await pending(world.first, '?reason=hold')).toMatchObject({ total: '125.00' })
  expect(await pending(world.first, `?companyId=${world.cusco}`)).toMatchObject({
    total: '0.00',
    companies: [],
  })
  expect((await world.ofLima.browser.get(`/pending-money?companyId=${world.norte}`)).body.data).toMatchObject(
    {
      companies: [],
    },
  )
  await week()
  expect(await status(data.id)).toBe('available')
  expect(await world.available(world.lima)).toBe(977_500n)
  // The person who paid it has no other notice that it is available.
  expect((await toldOf(data.id))[0]).toEqual({ kind: 'company_deposit', ref: data.ref, net: '9775.00' })
  await week()
  expect(await world.available(world.lima)).toBe(977_500n)
})

test('an immediate deposit of 10,000.00 brings 9,625.00 at once', async () => {
  const { id, ref } = await paid({ wallet: 'immediate' })
  expect(await world.available(world.lima, 'immediate')).toBe(962_500n)
  expect(await toldOf(id)).toEqual([{ kind: 'deposit_credited', ref, net: '9625.00' }])
  expect(await world.openRef('fee.deferred', id)).toBe(0n)
  expect((await world.journal(`topup:${id}:matured`)).map(({ account }) => account)).toEqual([
    'fee.deferred',
    'income.topup_fees',
  ])
})

test('the gain on the rate is income with the fee', async () => {
  const { id, due } = await (async () => {
    const { data } = (await quote({ amount: '1000', asset: 'USDT' })).body
    await chain.pay({ asset: 'USDT', to: data.address, amount: data.due })
    await finalise()
    return data
  })()
  expect(due).not.toBe('1000.000000')
  await week()
  const matured = await world.journal(`topup:${id}:matured`)
  expect(matured.find(({ account }) => account === 'income.spread')?.amount).toBeGreaterThan(0n)
  expect(await world.openRef('fee.deferred', id)).toBe(0n)
})

test('two people take a deposit back, and its crypto is the company’s again', async () => {
  const { id } = await paid({ amount: '2000' })
  const before = await world.balance('wallet.regular.pending', world.lima)
  const request = await world.people.request(world.checker, `/top-ups/${id}/reversal`, { reason: 'Wrong' })
  const answers = await Promise.all([
    world.people.approve(world.first, request),
    world.people.approve(world.second, request),
  ])
  const codes = answers.map((each) => (each.status === 200 ? 'done' : each.body.code))
  expect(codes.toSorted()).toEqual(['approval_decided', 'done'])
  expect(await world.balance('wallet.regular.pending', world.lima)).toBe(before - 195_500n)
  expect(await status(id)).toBe('reversed')
  const view = await read(id, world.checker)
  expect(view).toMatchObject({ status: 'review', canDecide: true })
  expect(view.resolutions.map(({ kind }) => kind)).toEqual(['refund'])
  const refundPath = `/coin-deposits/${id}/refund`
  await addressEntered(id)
  const refund = await world.people.request(world.checker, refundPath, { address, reason: 'Send it back' })
  expect((await world.people.approve(world.first, refund)).body.data.status).toBe('approved')
  const queued = await read(id, world.checker)
  expect([queued.resolutions, queued.canStopRefund]).toEqual([[], true])
  // It cannot be paid: this product has no signer. Two people stop it, and the choice is open again.
  await settle()
  const path = `/coin-deposits/${id}/refund/stop`
  const stop = await world.people.request(world.checker, path, { reason: 'Another address' })
  expect((await world.people.approve(world.first, stop)).body.data.status).toBe('approved')
  const stopped = await read(id, world.checker)
  expect(stopped).toMatchObject({ status: 'review', canDecide: true, canStopRefund: false })
  expect(stopped.resolutions.map(({ kind }) => kind)).toEqual(['refund'])
})

test('a payment that a reorganisation removes is no payment, and two workers accept it once', async () => {
  const { data } = (await quote({ amount: '700' })).body
  await chain.pay({ asset: 'USDC', to: data.address, amount: '700' })
  await settle()
  expect((await read(data.id)).status).toBe('detected')
  await chain.control('/reorg', { depth: 1 })
  await settle()
  expect((await read(data.id)).status).toBe('quoted')
  await chain.pay({ asset: 'USDC', to: data.address, amount: '700' })
  await chain.mine(3)
  product.wait(1100)
  const before = await world.balance('wallet.regular.pending', world.lima)
  await Promise.all([product.drain(), product.drain(), product.drain()])
  await settle()
  expect(await read(data.id)).toMatchObject({ status: 'topped_up', net: '684.25' })
  expect(await world.balance('wallet.regular.pending', world.lima)).toBe(before + 68_425n)
})

test('a late payment waits for two people who credit it', async () => {
  const { data } = (await quote({ amount: '3000' })).body
  await wait(33 * 60_000)
  expect((await read(data.id)).status).toBe('expired')
  const expired = '/coin-deposits?status=expired&limit=50'
  const listed = await world.ofLima.browser.get<{ items: { id: string }[] }>(expired)
  expect(listed.body.data.items.map(({ id }) => id)).toContain(data.id)
  const file = await world.ofLima.browser.post<{ url: string }>('/coin-deposits/export', {
    status: 'expired',
  })
  const csv = await world.ofLima.browser.get(file.body.data.url.replace('/api', ''))
  expect(csv.text).toContain(`${data.ref},Lima,Expired,,Regular,3000.00,2932.50,`)
  await chain.pay({ asset: 'USDC', to: data.address, amount: '3000' })
  await finalise()
  const view = await read(data.id, world.checker)
  expect(view).toMatchObject({ status: 'review', exception: 'late' })
  expect((await toldOf(data.id)).map(({ kind }) => kind)).toEqual(['deposit_review'])
  const credit = view.resolutions.find(({ kind }) => kind === 'credit')
  expect(credit?.net).toBe('2932.50')
  const path = `/coin-deposits/${data.id}/credit`
  const body = { net: '2932.50', reason: 'It is theirs' }
  const tags = ['deposits.view', 'deposits.approve'] as const
  const of = { name: 'above', companyId: world.norte, tags, by: world.first }
  const above = await createLocalAdmin(product, of)
  expect((await read(data.id, above)).canDecide).toBe(false)
  expect((await world.people.confirmed(above, path, body)).body.code).toBe('own_money')
  for (const [call, sent] of [
    ['refund', { address, reason: 'Send it back' }],
    ['refund-address-requests', {}],
  ] as const)
    expect((await world.people.confirmed(above, `/coin-deposits/${data.id}/${call}`, sent)).body.code).toBe(
      'own_money',
    )
  const request = await world.people.request(world.checker, path, body)
  expect((await world.people.approve(world.checker, request)).body.code).toBe('own_request')
  expect((await world.people.approve(above, request)).body.code).toBe('own_money')
  expect((await world.people.approve(world.first, request)).status).toBe(200)
  expect(await read(data.id)).toMatchObject({ status: 'topped_up', exception: 'late' })
  await settle()
  expect((await toldOf(data.id)).map(({ kind }) => kind)).toEqual(['deposit_credited'])
  expect(await status(data.id)).toBe('pending')
  expect((await world.people.confirmed(world.checker, path, body)).body.code).toBe('resolution_chosen')
})

test('a refund goes only to the address that the company itself enters and confirms', async () => {
  const { data } = (await quote({ amount: '3000' })).body
  await chain.pay({ asset: 'USDC', to: data.address, amount: '2000' })
  await finalise()
  const part = await read(data.id)
  expect(part).toMatchObject({ status: 'detected', exception: 'underpaid', isPayer: true, canClaim: true })
  expect(part.resolutions.map(({ kind }) => kind)).toEqual(['pay_rest', 'credit', 'refund'])
  const claimed = async (txHash: string, by: Admin = world.ofLima) =>
    (await by.browser.post<{ found: string }>(`/coin-deposits/${data.id}/transfers`, { txHash })).body
  const sent = part.transfers[0]?.txHash ?? ''
  expect((await claimed(sent)).data).toEqual({ found: 'here' })
  expect((await claimed(`0x${'0'.repeat(64)}`)).data).toEqual({ found: 'nowhere' })
  expect((await claimed(sent, world.ofAndes)).code).toBe('permission_denied')
  await wait(33 * 60_000)
  expect(await read(data.id, world.checker)).toMatchObject({ status: 'review', isPayer: false })
  const path = `/coin-deposits/${data.id}/refund`
  const body = { address, reason: 'Send it back' }
  const code = async (by: Admin, of: string, sent: object = {}) =>
    (await world.people.confirmed(by, of, sent)).body.code
  // Administrators choose the refund, but they name no address, and there is none to approve.
  expect(await code(world.checker, path, body)).toBe('refund_not_requested')
  const chosen = await world.people.confirmed(world.checker, `${path}-address-requests`, {})
  expect(chosen.step).toMatchObject({ show: { company: 'Lima', network: 'ethereum' } })
  expect(chosen.status).toBe(200)
  await settle()
  expect((await read(data.id)).addressRequestedAt).not.toBeNull()
  expect((await toldOf(data.id)).map(({ kind }) => kind)).toEqual(['deposit_address_needed'])
  for (const by of [world.checker, world.depositor, world.ofAndes, world.viewer])
    expect(await code(by, `${path}-request`, { address })).toBe('permission_denied')
  const ours = { address: data.address }
  expect(await code(world.ofLima, `${path}-request`, ours)).toBe('validation')
  const entered = await addressEntered(data.id)
  expect(entered.step).toMatchObject({ show: { company: 'Lima', address, network: 'ethereum' } })
  expect(await code(world.ofLima, `${path}-request`, { address })).toBe('resolution_chosen')
  // The company changes its mind until two people have approved it.
  const first = await world.people.request(world.checker, path, body)
  const withdrawal = () => world.ofLima.browser.send('DELETE', `/coin-deposits/${data.id}/refund-request`)
  expect((await withdrawal()).status).toBe(200)
  expect((await withdrawal()).body.code).toBe('record_not_found')
  expect((await world.people.approve(world.first, first)).body.data.status).toBe('failed')
  const other = '0x00000000000000000000000000000000000000bb'
  await addressEntered(data.id, other)
  expect(await code(world.checker, path, body)).toBe('resolution_chosen')
  const shown = (await read(data.id, world.checker)).refund
  expect(shown).toMatchObject({ status: 'requested', canWithdraw: true })
  const second = await world.people.request(world.checker, path, { ...body, address: shown?.address ?? '' })
  expect((await world.people.approve(world.first, second)).body.data.status).toBe('approved')
  expect((await read(data.id)).refund).toMatchObject({ status: 'queued', canWithdraw: false })
  expect((await withdrawal()).body.code).toBe('record_not_found')
})

test('too little and another coin wait for a decision, and a second payment is a deposit of its own', async () => {
  const less = (await quote({ amount: '1000' })).body.data
  await chain.pay({ asset: 'USDC', to: less.address, amount: '500' })
  const coin = (await quote({ amount: '1001' })).body.data
  await chain.pay({ asset: 'USDT', to: coin.address, amount: '1001' })
  const twice = await paid({ amount: '1002' })
  await chain.pay({ asset: 'USDC', to: twice.address, amount: '300' })
  await finalise()
  await wait(33 * 60_000)
  expect(await read(less.id)).toMatchObject({ status: 'review', exception: 'underpaid' })
  expect(await read(coin.id)).toMatchObject({ status: 'review', exception: 'wrong_asset' })
  const list = await world.ofLima.browser.get<{ items: { exception: string | null }[] }>(
    '/coin-deposits?open=true&limit=50',
  )
  expect(list.body.data.items.filter(({ exception }) => exception === 'second_payment')).toHaveLength(1)
  const waiting = async ({ browser }: Admin) => {
    const { items } = (await browser.get<{ items: { kind: string; count: number }[] }>('/reports/attention'))
      .body.data
    return items.find(({ kind }) => kind === 'depositsInReview')?.count ?? 0
  }
  const listed = await world.depositor.browser.get<{ count: number }>('/coin-deposits?status=review')
  expect(await waiting(world.depositor)).toBe(listed.body.data.count)
  expect(listed.body.data.count).toBeGreaterThanOrEqual(3)
  expect(await waiting(world.ofAndes)).toBe(await waiting(world.ofLima))
})

test('the day’s limit counts open quotes, and a company sees only its own deposits', async () => {
  const of = { companyId: world.cusco, amount: '100000' }
  const first = await quote(of, world.depositor)
  const second = await quote(of, world.depositor)
  expect([first.status, second.status]).toEqual([201, 201])
  const third = await quote({ ...of, amount: '200' }, world.depositor)
  expect(third.body).toMatchObject({ code: 'invalid_amount', data: { why: 'over_daily' } })
  const { id } = first.body.data
  for (const path of [`/coin-deposits/${id}`, `/coin-deposit-options?companyId=${world.cusco}`])
    expect((await world.ofLima.browser.get(path)).status).toBe(404)
  expect((await quote({ companyId: world.cusco }, world.ofAndes)).body.code).toBe('permission_denied')
  expect((await quote(of)).body.code).toBe('company_not_found')
  expect((await quote({}, world.viewer)).body.code).toBe('permission_denied')
  const cancel = (by: Admin) => world.people.confirmed(by, `/coin-deposits/${id}/cancel`, {})
  expect(first.step).toMatchObject({ show: { total: '100000.00', coin: 'USDC', network: 'ethereum' } })
  const ofLimaToo = await createAdmin(product, { name: 'limaviewer', roleId: 3, companyId: world.lima })
  expect((await quote({}, ofLimaToo)).body.code).toBe('permission_denied')
  expect((await cancel(world.ofLima)).body.code).toBe('record_not_found')
  expect((await cancel(world.ofAndes)).body.code).toBe('permission_denied')
  expect((await cancel(world.depositor)).status).toBe(200)
  expect((await quote({ ...of, amount: '200' }, world.depositor)).status).toBe(201)
})
