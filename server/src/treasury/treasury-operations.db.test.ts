import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { startTestChain } from '../../../tests/support/test-chain.ts'
import { createAdmin, createTwoPeople, newKey, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { publicRef } from '../kernel/ids.ts'
import { createWalletWorld, type WalletWorld } from '../wallets/wallet-world.test-kit.ts'
import { accountChangedJob } from './account-changed.jobs.ts'
import { issuerFunded } from './treasury-postings.ts'

/** Records of the treasury over the wire; rates come from a real chain. */
let chain: Awaited<ReturnType<typeof startTestChain>>
let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let world: WalletWorld
let [admin, viewer] = [] as unknown as [Admin, Admin]
let today = ''
const asset = 'USDC@ethereum'

beforeAll(async () => {
  chain = await startTestChain()
  product = await createPeopleProduct({ env: { ...chain.env, RATE_LIMITS: 'off' } })
  people = createTwoPeople(product)
  world = await createWalletWorld(product)
  admin = await createAdmin(product, { name: 'admin', roleId: 1 })
  viewer = await createAdmin(product, { name: 'viewer', roleId: 3 })
  today = product.kernel.clock.now().toISOString().slice(0, 10)
}, 120_000)
afterAll(async () => {
  const findings = await world.findings()
  await product.stop()
  await chain.stop()
  expect(findings).toEqual([])
})

const path = '/treasury-operations'
let references = 0
const record = (kind: string, over: object = {}) => {
  references += 1
  return { kind, amount: '1000.00', valuedOn: today, reference: `REF ${references}`, ...over }
}
const preview = (body: object, by = world.first) =>
  by.browser.get<{ value: string | null; legs: object[]; bankBefore: string; bankAfter: string }>(
    `${path}/preview?${new URLSearchParams(body as Record<string, string>).toString()}`,
  )
const reason = 'As the statement says'
const request = (body: object) => people.request(world.first, path, { ...body, reason })
/** Requests a record and approves it; the id is that of both. */
const book = async (body: object): Promise<string> => {
  const id = await request(body)
  const approved = await people.approve(world.second, id)
  if (approved.body.data.status !== 'approved') throw new Error(approved.text)
  return id
}
/** Why a record is not even requested. */
const refusal = async (body: object) =>
  (await people.confirmed(world.first, path, { ...body, reason })).body.code
/** What became of a request that could not be booked. */
const failure = async (body: object) => {
  const answer = await people.approve(world.second, await request(body))
  return [answer.body.data.status, answer.body.data.failure?.code]
}
/** The legs of the journals of a record, debits below zero as the ledger stores them. */
const legsOf = (id: string) =>
  product.kernel.db.read(allTenants, async (sql) =>
    Object.fromEntries(
      (
        await sql.rows<{ code: string; amount: bigint }>(
          `select a.code, p.amount from journal j join posting p on p.journal_id = j.id
           join account a on a.id = p.account_id where j.subject_id = $1`,
          [id],
        )
      ).map(({ code, amount }) => [code, amount]),
    ),
  )
/** What the ledger's browser says that the journal of a record is about. */
const subjectOf = async (id: string) => {
  const found = await world.first.browser.get<{ journals: { id: string }[] }>(`/ledger/search?q=${id}`)
  const journal = found.body.data.journals[0]?.id ?? ''
  return (await world.first.browser.get<{ subject: object }>(`/ledger/journals/${journal}`)).body.data.subject
}
type Row = { id: string; status: string; amount: string; coins: string | null }
const rowOf = async (id: string, by = viewer) =>
  (await by.browser.get<{ items: Row[] }>(`${path}?id=${id}`)).body.data.items[0]

test('capital, a purchase, a sale, a wire, a fee and drawings are booked to the cent', async () => {
  const capital = await book(record('capital_contributed', { amount: '5000.00', proof: 'Statement 11' }))
  expect(await legsOf(capital)).toEqual({ 'bank.settlement': -500_000n, 'equity.capital': 500_000n })
  expect(await subjectOf(capital)).toEqual({ id: capital, kind: 'treasury', ref: publicRef('O', capital) })

  const trade = { asset, coins: '1000', venue: 'Kraken' }
  const bought = record('coins_bought', { ...trade, fee: '3.00' })
  const shown = (await preview(bought)).body.data
  expect(shown).toMatchObject({ bankBefore: '5000.00', bankAfter: '3997.00' })
  const value = BigInt(shown.value!.replace('.', ''))
  const purchase = await book({ ...bought, value: shown.value })
  const lost = 100_300n - value
  expect(await legsOf(purchase)).toEqual({
    'crypto.venue': -1_000_000_000n,
    'fx.units': 1_000_000_000n,
    'fx.usd': -value,
    [lost >= 0n ? 'expense.conversion' : 'income.fx_result']: -lost,
    'bank.settlement': 100_300n,
  })
  expect(await rowOf(purchase)).toMatchObject({
    kind: 'coins_bought',
    status: 'booked',
    amount: '1000.00',
    coins: '1000',
    fee: '3.00',
    value: shown.value,
    venue: 'Kraken',
    requestedByName: 'Ana Paz',
  })

  const sold = record('coins_sold', { ...trade, coins: '400', amount: '400.00', fee: '1.20' })
  const sale = await book({ ...sold, value: (await preview(sold)).body.data.value })
  expect(await legsOf(sale)).toMatchObject({
    'bank.settlement': -39_880n,
    'crypto.venue': 400_000_000n,
    'fx.units': -400_000_000n,
  })

  const wire = record('funding_sent')
  expect((await preview(wire)).body.data.legs).toEqual([
    { account: 'issuer.transit', currency: 'USD', holder: null, side: 'debit', amount: '1000.00' },
    { account: 'bank.settlement', currency: 'USD', holder: null, side: 'credit', amount: '1000.00' },
  ])
  const funding = await book(wire)
  expect(await legsOf(funding)).toEqual({ 'bank.settlement': 100_000n, 'issuer.transit': -100_000n })
  expect(await rowOf(funding)).toMatchObject({ status: 'in_transit' })

  const fee = await book(record('bank_fee', { amount: '12.34' }))
  expect(await legsOf(fee)).toEqual({ 'expense.bank_fees': -1234n, 'bank.settlement': 1234n })
  const drawings = await book(record('capital_withdrawn', { amount: '100.00' }))
  expect(await legsOf(drawings)).toEqual({ 'equity.drawings': -10_000n, 'bank.settlement': 10_000n })
})

test('coins for gas are bought into the gas wallets, where the book of the chain has them', async () => {
  const bought = record('coins_bought', {
    asset: 'ETH@ethereum',
    coins: '0.25',
    amount: '700.00',
    venue: 'Kraken',
  })
  const { value, legs } = (await preview(bought)).body.data
  expect(legs).toContainEqual(
    expect.objectContaining({
      account: 'crypto.gas',
      side: 'debit',
      amount: '0.25',
      currency: 'ETH@ethereum',
    }),
  )
  await book({ ...bought, value })
  const { coins } = (
    await world.first.browser.get<{
      coins: { asset: string; holdings: { holding: string; balance: string }[] }[]
    }>('/treasury')
  ).body.data
  expect(coins.find((each) => each.asset === 'ETH@ethereum')?.holdings).toMatchObject([
    { holding: 'gas', balance: '0.25' },
  ])
})

test('a wire comes back once and as a whole', async () => {
  const funding = await book(record('funding_sent', { amount: '70.00' }))
  const back = { fundingId: funding, amount: '70.00' }
  expect((await preview(record('funding_returned', { ...back, amount: '69.99' }))).body.code).toBe(
    'invalid_amount',
  )
  const returned = await book(record('funding_returned', back))
  expect(await legsOf(returned)).toEqual({ 'bank.settlement': -7000n, 'issuer.transit': 7000n })
  expect(await rowOf(funding)).toMatchObject({ status: 'returned' })
  expect(await refusal(record('funding_returned', back))).toBe('funding_not_open')
})

test('a wire of which less arrives ends with what is left of it', async () => {
  const funding = await book(record('funding_sent', { amount: '90.00' }))
  const part = { suspenseId: await suspended(8975n), target: 'funding', targetId: funding }
  await book(record('suspense_resolved', { ...part, amount: '89.75' }))
  expect(await rowOf(funding)).toMatchObject({ status: 'in_transit' })
  const rest = record('funding_returned', { fundingId: funding, amount: '90.00' })
  expect(await refusal(rest)).toBe('invalid_amount')
  const { data } = (
    await world.first.browser.get<{ fundings: { id: string; amount: string }[] }>(`${path}/choices`)
  ).body
  expect(data.fundings.find(({ id }) => id === funding)?.amount).toBe('0.25')
  const returned = await book({ ...rest, amount: '0.25' })
  expect(await legsOf(returned)).toEqual({ 'bank.settlement': -25n, 'issuer.transit': 25n })
  expect(await rowOf(funding)).toMatchObject({ status: 'arrived' })
})

/** Money at the issuer that no wire explains. */
const suspended = async (amountCents: bigint): Promise<string> => {
  const { ids, clock, apply } = product.kernel
  const recordId = ids.next()
  const event = { eventId: ids.next(), recordId, fundingId: null, amountCents, effectiveAt: clock.now() }
  expect((await apply({ journals: [issuerFunded(event)] })).outcome).toBe('posted')
  return recordId
}

test('money in suspense was a wire of ours, or is for a wallet', async () => {
  const funding = await book(record('funding_sent', { amount: '55.00' }))
  const suspense = { suspenseId: await suspended(5500n), amount: '55.00' }
  const wire = await book(record('suspense_resolved', { ...suspense, target: 'funding', targetId: funding }))
  expect(await legsOf(wire)).toEqual({ suspense: -5500n, 'issuer.transit': 5500n })
  expect(await rowOf(funding)).toMatchObject({ status: 'arrived' })

  await world.fund(world.lima, 100n)
  const other = { suspenseId: await suspended(900n), amount: '9.00', target: 'wallet' }
  const paid = record('suspense_resolved', { ...other, targetId: world.lima })
  expect((await preview(paid)).body.data.legs).toMatchObject([
    { account: 'suspense', side: 'debit' },
    { account: 'wallet.regular.available', holder: 'Lima', side: 'credit', amount: '9.00' },
  ])
  await book(paid)
  expect(await world.available(world.lima)).toBe(1000n)
  // Nothing is left of it.
  expect(await failure(record('suspense_resolved', { ...other, targetId: world.lima }))).toEqual([
    'failed',
    'not_enough_money',
  ])
  const { data } = (
    await world.first.browser.get<{ suspense: object[]; fundings: object[] }>(`${path}/choices`)
  ).body
  expect(data).toMatchObject({ suspense: [], fundings: [{}] })
})

test('a journal shows all its legs, and no name of a company that is hidden from the reader', async () => {
  const hidden = await makeCompany(product, { slug: 'oculta', name: 'Oculta', visibleToAdm: false })
  await world.fund(hidden, 100n)
  const resolved = { suspenseId: await suspended(800n), amount: '8.00', target: 'wallet', targetId: hidden }
  const id = await book(record('suspense_resolved', resolved))
  const holders = async (by: Admin) => {
    const { data } = (
      await by.browser.get<{ journals: { legs: { account: string; holder: string | null }[] }[] }>(
        `${path}/${id}`,
      )
    ).body
    return data.journals.flatMap(({ legs }) => legs.map(({ account, holder }) => [account, holder]))
  }
  const suspense = ['suspense', null]
  const wallet = 'wallet.regular.available'
  expect(await holders(world.first)).toEqual([suspense, [wallet, 'Oculta']])
  expect(await holders(viewer)).toEqual([suspense, [wallet, '']])
})

test('two parts of a wire at the same moment end it together', async () => {
  const third = await createAdmin(product, { name: 'other', roleId: 6 })
  const funding = await book(record('funding_sent', { amount: '80.00' }))
  const part = async (amount: string) => {
    const suspenseId = await suspended(4000n)
    return request(record('suspense_resolved', { suspenseId, amount, target: 'funding', targetId: funding }))
  }
  const parts = [await part('40.00'), await part('40.00')] as const
  const answers = await Promise.all([people.approve(world.second, parts[0]), people.approve(third, parts[1])])
  expect(answers.map(({ body }) => body.data.status)).toEqual(['approved', 'approved'])
  expect(await rowOf(funding)).toMatchObject({ status: 'arrived' })
})

test('money in suspense that is our own is booked as an adjusted difference', async () => {
  const own = { suspenseId: await suspended(321n), amount: '3.21', target: 'operator' }
  const before = await world.operator('expense.reconciliation')
  const body = record('suspense_resolved', own)
  expect((await preview(body)).body.data.legs).toMatchObject([
    { account: 'suspense', side: 'debit' },
    { account: 'expense.reconciliation', holder: null, side: 'credit', amount: '3.21' },
  ])
  await book(body)
  expect(await world.operator('expense.reconciliation')).toBe(before - 321n)
  expect(await refusal(record('suspense_resolved', { ...own, targetId: world.lima }))).toBe('validation')
  expect(await failure(record('suspense_resolved', own))).toEqual(['failed', 'not_enough_money'])
})

test('what an account does not have is refused by the ledger, and the request says so', async () => {
  expect(await failure(record('funding_sent', { amount: '900000.00' }))).toEqual([
    'failed',
    'not_enough_money',
  ])
  const sold = record('coins_sold', { asset, coins: '601', amount: '601.00', venue: 'Kraken' })
  const { value } = (await preview(sold)).body.data
  expect(await failure({ ...sold, value })).toEqual(['failed', 'not_enough_money'])
  expect(await refusal({ ...sold, coins: '700', value })).toBe('amount_changed')
  expect(await refusal(sold)).toBe('validation')
  // The same was requested twice: the second one fails when it would be booked.
  const twice = record('bank_fee', { amount: '2.00' })
  const [one, other] = [await request(twice), await request(twice)]
  await people.approve(world.second, one)
  const late = await people.approve(world.second, other)
  expect(late.body.data).toMatchObject({ status: 'failed', failure: { code: 'reference_used' } })
})

test('every refusal has its reason in the preview', async () => {
  const conversion = { asset, coins: '10', venue: 'Kraken' }
  const used = record('bank_fee', { amount: '1.00' })
  await book(used)
  const refusals = [
    [record('bank_fee', { amount: '0.00' }), 'invalid_amount'],
    [record('bank_fee', { valuedOn: '2020-01-01' }), 'value_date_wrong'],
    [{ ...used, amount: '2.00' }, 'reference_used'],
    [{ ...used, reference: used.reference.toLowerCase().replace(' ', '') }, 'reference_used'],
    [record('bank_fee', { coins: '1' }), 'validation'],
    [record('coins_bought', { ...conversion, asset: 'DAI@ethereum', coins: '999999999999' }), 'validation'],
    [record('coins_bought', { ...conversion, asset: 'MOON@ethereum' }), 'validation'],
    [record('coins_bought', { asset, coins: '10' }), 'validation'],
    [record('coins_bought', { ...conversion, coins: '0' }), 'validation'],
    [record('coins_sold', { ...conversion, amount: '1.00', fee: '1.00' }), 'invalid_amount'],
    [record('funding_returned'), 'validation'],
    [record('funding_returned', { fundingId: product.kernel.ids.next() }), 'funding_not_open'],
    [record('suspense_resolved', { suspenseId: product.kernel.ids.next() }), 'validation'],
  ] as const
  for (const [body, code] of refusals) expect([body, (await preview(body)).body.code]).toEqual([body, code])
})

test('one person is not enough, and another tag is refused', async () => {
  const id = await request(record('bank_fee', { amount: '3.00' }))
  expect((await people.approve(world.first, id)).body.code).toBe('own_request')
  expect((await people.approve(viewer, id)).body.code).toBe('permission_denied')
  expect((await preview(record('bank_fee'), viewer)).body.code).toBe('permission_denied')
  const denied = await people.confirmed(admin, path, { ...record('bank_fee'), reason })
  expect(denied.body.code).toBe('permission_denied')
  expect((await world.ofLima.browser.get(path)).body.code).toBe('permission_denied')
  expect((await world.ofLima.browser.get('/treasury')).body.code).toBe('permission_denied')
})

test('of two simultaneous approvals one books, and a repeated key has one effect', async () => {
  const third = await createAdmin(product, { name: 'third', roleId: 6 })
  const fees = () => world.operator('expense.bank_fees')
  const before = await fees()
  const body = { ...record('bank_fee', { amount: '4.00' }), reason }
  const key = newKey()
  const requested = await people.confirmed<{ approvalId: string }>(world.first, path, body, key)
  expect(requested.step?.show).toMatchObject({ treasuryKind: 'bank_fee', amount: '4.00', reason })
  const again = await people.confirmed(world.first, path, body, key)
  expect(again.text).toBe(requested.text)
  const id = requested.body.data.approvalId
  const answers = await Promise.all([people.approve(world.second, id), people.approve(third, id)])
  const codes = answers.map(({ status, body: said }) => (status === 200 ? 'done' : said.code))
  expect(codes.toSorted()).toEqual(['approval_decided', 'done'])
  expect(await fees()).toBe(before + 400n)
})

test('the page shows each holding with the ledger, and what the outside said', async () => {
  type Holding = { holding: string; balance: string; reading: { outside: string; difference: string } | null }
  type Page = { coins: { asset: string; holdings: Holding[] }[]; dollars: Holding[]; capital: object }
  product.wait(1100)
  await product.drain()
  const { data } = (await viewer.browser.get<Page>('/treasury')).body
  const coins = data.coins.find((each) => each.asset === asset)!
  expect(coins.holdings.map(({ holding }) => holding)).toEqual(['deposits', 'treasury', 'payout', 'venue'])
  expect(coins.holdings[3]).toMatchObject({ balance: '600' })
  // The venue's wallet on the chain got nothing: the page says what is apart.
  expect(coins.holdings[3]!.reading).toMatchObject({ outside: '0', difference: '-600' })
  expect(data.dollars.map(({ holding }) => holding)).toContain('suspense')
  expect(data.capital).toMatchObject({ contributed: '5000.00', drawings: '100.00' })
})

test('the event of the issuer ends a wire', async () => {
  const funding = await book(record('funding_sent', { amount: '61.00' }))
  const { db, ids, clock, apply } = product.kernel
  const event = {
    entityId: ids.next(),
    payload: { entryId: ids.next(), amountCents: '6100', occurredAt: clock.now().toISOString() },
  }
  const work = { read: (use: never) => db.read(allTenants, use), apply }
  await accountChangedJob(event as never, work as never, null as never)
  expect(await rowOf(funding)).toMatchObject({ status: 'arrived' })
})

test('a record shows both sides of its journal', async () => {
  const id = await book(record('capital_contributed', { amount: '250.00' }))
  const shown = await world.second.browser.get<{ journals: { legs: object[] }[] }>(`${path}/${id}`)
  expect(shown.body.data).toMatchObject({ id, kind: 'capital_contributed', amount: '250.00' })
  const side = { currency: 'USD', holder: null, amount: '250.00' }
  expect(shown.body.data.journals.map(({ legs }) => legs)).toEqual([
    [
      { ...side, account: 'bank.settlement', side: 'debit' },
      { ...side, account: 'equity.capital', side: 'credit' },
    ],
  ])
  expect((await world.second.browser.get(`${path}/${product.kernel.ids.next()}`)).status).toBe(404)
})
