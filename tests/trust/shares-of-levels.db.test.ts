import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createAdmin,
  createLocalAdmin,
  createTwoPeople,
  type Admin,
} from '../../server/src/approvals/two-people.test-kit.ts'
import { confirmed } from '../../server/src/access/admin-person.test-kit.ts'
import { readBusinessCalendar } from '../../server/src/calendar/business-calendar.sql.ts'
import { dailyRunBefore } from '../../server/src/calendar/business-time.ts'
import { pdfFile } from '../../server/src/deposits/deposit-world.test-kit.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createSettlementWorld } from '../../server/src/settlements/settlement-world.test-kit.ts'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'
import { logIn } from '../support/test-people.ts'

/**
 * Every call whose answer has an amount of shares, with the rule that decides who sees it (domain §13.9). `level`: the
 * company that earns it and the operator's staff, as the test below shows. `own`: the reader's own money alone. `operator`:
 * for the operator's staff alone.
 */
const decided: Readonly<Record<string, 'level' | 'own' | 'operator' | { readonly noShare: string }>> = {
  'get /activity/summary': { noShare: 'settled transactions of the own cards' },
  'get /audit/{id}': 'level',
  'get /company-loads/{id}': 'level',
  'get /company-loads/{id}/part': 'level',
  'get /earnings': 'own',
  'get /earnings/summary': 'own',
  'get /ledger/accounts': 'level',
  'get /ledger/accounts/{id}': 'level',
  'get /ledger/journals': 'operator',
  'get /ledger/journals/{id}': 'level',
  'get /ledger/postings': 'level',
  'get /ledger/search': 'level',
  'get /ledger/trial-balance': 'level',
  'get /pending-money': 'level',
  'get /referred-people': 'level',
  'get /referrers': 'level',
  'get /reports/company-earnings': 'own',
  'get /reports/tier-fees': 'level',
  'get /seller-codes/{id}/earnings': 'level',
  'get /settlements': 'level',
  'get /settlements/preview': 'operator',
  'get /settlements/shares': 'level',
  'get /settlements/{id}': 'level',
  'get /split-rules': { noShare: 'examples by the rate of level 4, which is no secret' },
  'get /tiers': 'level',
  'get /top-ups/preview': 'level',
  'get /top-ups/{id}': 'level',
  'get /transfers/preview': 'level',
  'get /transfers/to-card/preview': 'level',
  'get /transfers/{id}/reversal': 'level',
  'get /users/{id}/wallet': { noShare: 'loads on their way to the cards of a person' },
  'get /wallet': 'own',
  'get /wallet-adjustments/preview': 'level',
  'get /wallet-adjustments/{id}/reversal': 'level',
  'get /wallet/balances': 'own',
  'get /wallet/deposits': 'own',
  'get /wallet/lines': 'own',
  'get /wallet/settlements': 'own',
  'get /wallet/settlements/shares': 'own',
  'get /wallet/settlements/{id}': 'own',
  'get /wallet/statement': 'own',
  'get /wallets': 'level',
  'get /wallets/lines': 'level',
  'get /wallets/{id}': 'level',
  'get /wallets/{id}/statement': 'level',
  'get /withdrawals/preview': 'own',
  'get /withdrawals/terms': 'own',
  'post /fee-estimates': 'level',
  'post /wallet-load-batches/previews': 'level',
}

/** Those of them whose answer has an amount of shares by a name that other answers have too. */
const byOtherNames = /^(get \/(audit\/\{id\}|ledger\/.*(?<!proof))|post \/fee-estimates)$/

const ofShares =
  /^(pending|owed|owedBefore|owedAfter|regularPending|immediatePending|shares?|earned|earners|settled|onlyOwnShares)$/

const hasShares = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  Object.entries(schema).some(
    ([name, value]) =>
      (name === 'properties' && Object.keys(value as object).some((each) => ofShares.test(each))) ||
      hasShares(value),
  )

test('every call that shows an amount of shares has a rule', () => {
  type Calls = Record<string, { responses: unknown }>
  const api = JSON.parse(readFileSync(new URL('../../docs/api.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Calls>
  }
  const found = Object.entries(api.paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, { responses }]) => {
      const call = `${method} ${path.replace('/api', '')}`
      return hasShares(responses) || byOtherNames.test(call) ? [call] : []
    }),
  )
  expect(found.toSorted()).toEqual(Object.keys(decided).toSorted())
})

let product: PeopleProduct
let world: Awaited<ReturnType<typeof createSettlementWorld>>
let [staff, seller] = [{}, {}] as [Admin, Pick<Admin, 'browser'>]
let [settlementId, codeId] = ['', '']

/** Andes earned 7.50 and 3.00, of which 3.00 are in a settlement that waits; its seller two earned 2.00 by a code. */
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  world = await createSettlementWorld(product)
  const { andes, lima, tom, eva } = world
  staff = await createAdmin(product, { name: 'staff', roleId: 1 })
  seller = { browser: await logIn(product, 'eva') }
  await world.set('secondPersonSettlement', 100n)
  await world.share({ ownerId: andes, cents: 300n })
  await world.run()
  const [row] = await world.rows<{ id: string }>('select id from settlement where owner_id = $1', [andes])
  settlementId = row?.id ?? ''
  const dueAt = new Date(product.kernel.clock.now().getTime() + 9 * 86_400_000)
  await world.share({ ownerId: andes, cents: 750n, dueAt })
  codeId = product.kernel.ids.next()
  await world.rows('alter table share disable trigger user')
  const { id } = await world.share({ ownerId: eva, companyId: lima, cents: 200n, dueAt })
  await world.rows(
    `insert into seller_code (id, code, owner_id, company_id, valid_from, created_at)
     values ($1, 'EVA-0001', $2, $3, now(), now())`,
    [codeId, eva, lima],
  )
  await world.rows('update share set seller_code_id = $2, payer_id = $3 where id = $1', [id, codeId, tom])
  await world.rows('update app_user set seller_two_id = $2 where id = $1', [tom, eva])
  await world.fund(andes, 500_00n)
  await world.fund(lima, 500_00n)
}, 60_000)
afterAll(async () => {
  await world.end()
  await product.stop()
})

type Any = Record<string, unknown>
type Answer = { status: number; body: { code?: string; data?: Any } }
const read = ({ browser }: Pick<Admin, 'browser'>, path: string) =>
  browser.get(path) as unknown as Promise<Answer>
const itemsOf = ({ body }: Answer) => (body.data?.['items'] ?? []) as Any[]

/** What a reader sees of an owner's shares, by call: an amount, null where it is left out, or the refusal. */
const seen = async (by: Pick<Admin, 'browser'>, ownerId: string) => {
  const row = async (path: string, of: (row: Any) => unknown) => {
    const answer = await read(by, path)
    const [first] = itemsOf(answer).filter((each) => (each['ownerId'] ?? each['id']) === ownerId)
    return first === undefined ? (answer.body.code ?? 'no row') : of(first)
  }
  const one = async (path: string, of: (data: Any) => unknown) => {
    const { status, body } = await read(by, path)
    return status === 200 && body.data ? of(body.data) : body.code
  }
  const query = `ownerId=${ownerId}&wallet=regular`
  return {
    list: await row(`/wallets?limit=200&wallet=regular`, ({ pending }) => pending),
    page: await one(`/wallets/${ownerId}`, ({ wallets, owed, pending }) => [
      (wallets as Any[])[0]?.['pending'],
      owed,
      (pending as Any[]).length,
    ]),
    lines: itemsOf(await read(by, `/wallets/lines?${query}`)).length,
    statement: await one(
      `/wallets/${ownerId}/statement?wallet=regular`,
      ({ closing }) => (closing as Any)['pending'],
    ),
    pendingMoney: await one('/pending-money', ({ companies }) =>
      (companies as Any[]).filter(({ id }) => id === ownerId).map(({ amount }) => amount),
    ),
    settlements: await row('/settlements', ({ shares }) => shares),
    tiers: await row('/tiers', ({ share }) => (share as Any | null)?.['regularPending'] ?? null),
  }
}

test('the company that earns it and the operator see a share, and no other level does', async () => {
  const { ofAndes, ofNorte, ofLima, andes, eva } = world
  const all = {
    list: '10.50',
    page: ['10.50', '0.00', 2],
    lines: 3,
    statement: '10.50',
    pendingMoney: ['10.50'],
    settlements: 1,
    tiers: '7.50',
  }
  const hidden = { page: [null, null, 0], list: null, lines: 0, statement: 'permission_denied' }
  const nothing = { list: 'no row', page: 'record_not_found', lines: 0, statement: 'record_not_found' }
  const isNot = { pendingMoney: [], settlements: 'no row' }
  for (const by of [ofAndes, staff]) expect(await seen(by, andes)).toEqual({ ...all, tiers: '10.50' })
  expect(await seen(ofNorte, andes)).toEqual({ ...hidden, ...isNot, tiers: null })
  expect(await seen(ofLima, andes)).toEqual({ ...nothing, ...isNot, tiers: 'no row' })
  const refused = { settlements: 'permission_denied', tiers: 'permission_denied' }
  expect(await seen(seller, andes)).toEqual({ ...nothing, ...isNot, ...refused })
  // A seller is of the level below their company: it does not see their shares either.
  expect(await seen(ofLima, eva)).toMatchObject(hidden)
  expect(await seen(seller, eva)).toMatchObject({ page: ['2.00', '0.00', 1], lines: 1, statement: '2.00' })
  expect(await seen(staff, eva)).toMatchObject({ list: '2.00', statement: '2.00' })
})

test('neither a settlement, a code, a transfer nor a file shows a share of another level', async () => {
  const { ofAndes, ofNorte, ofLima, andes, lima, tom } = world
  const statusOf = async (by: Pick<Admin, 'browser'>) =>
    (await read(by, `/settlements/${settlementId}`)).body.code ?? 'seen'
  expect(await Promise.all([ofAndes, staff, ofNorte, ofLima].map(statusOf))).toEqual([
    'seen',
    'seen',
    'record_not_found',
    'record_not_found',
  ])
  const sharesOf = async (by: Admin) =>
    itemsOf(await read(by, `/settlements/shares?settlementId=${settlementId}`)).length
  expect([await sharesOf(ofAndes), await sharesOf(staff), await sharesOf(ofNorte)]).toEqual([1, 1, 0])
  const earned = async (by: Pick<Admin, 'browser'>) =>
    (await read(by, `/seller-codes/${codeId}/earnings`)).body.data
  expect(await earned(ofLima)).toEqual({ isComplete: false, earners: [] })
  for (const by of [staff, seller])
    expect(await earned(by)).toMatchObject({ isComplete: true, earners: [{ total: '2.00' }] })
  const withPerson = async (by: Pick<Admin, 'browser'>) =>
    itemsOf(await read(by, '/referred-people')).map(({ id, earned: amount }) => [id === tom, amount])
  expect(await withPerson(ofLima)).toEqual([[true, null]])
  for (const by of [staff, seller]) expect(await withPerson(by)).toEqual([[true, '2.00']])
  const query = `fromOwnerId=${andes}&fromWallet=regular&toOwnerId=${lima}&toWallet=regular&amount=100.00&amountIs=total`
  expect((await read(ofAndes, `/transfers/preview?${query}`)).body).toMatchObject({
    data: { sender: { pending: '10.50' }, receiver: { pending: null } },
  })
  const body = { ownerId: andes, wallet: 'regular', format: 'csv' }
  const file = async (by: Admin) =>
    (
      await confirmed<{ url: string }>(product, by as never, {
        method: 'POST',
        path: '/wallets/statement/export',
        body,
      })
    ).status
  expect([await file(ofAndes), await file(ofNorte), await file(ofLima)]).toEqual([201, 403, 404])
})

test('a request about a settlement or a wire shows no share of another level, and no other level decides it', async () => {
  const { norte, cusco, first, second } = world
  const people = createTwoPeople(product)
  const tags = ['settlements.approve', 'deposits.approve'] as const
  const above = await createLocalAdmin(product, { name: 'above', companyId: norte, tags, by: first })
  const ofCusco = await createLocalAdmin(product, { name: 'ofcusco', companyId: cusco, tags, by: first })
  const { clock, db } = product.kernel
  const day = dailyRunBefore(clock.now(), await db.read(allTenants, readBusinessCalendar))
  const reason = 'As agreed'
  await world.share({ ownerId: cusco, cents: 400n })
  const about = { ownerId: cusco, wallet: 'regular', day: day.toISOString().slice(0, 10), reason }
  const made = await people.confirmed<{ id: string }>(first, '/settlements', about)
  const approval = `/settlements/${made.body.data.id}/approval`
  const settlement = await people.request(first, approval, { net: '4.00', reason })
  await world.set('secondPersonWire', 100n)
  const proof = await first.browser.post<{ id: string }>('/top-up-proofs', { file: pdfFile })
  const wire = await people.request(first, '/top-ups', {
    companyId: cusco,
    wallet: 'regular',
    gross: '1000.00',
    fee: '22.50',
    bankReference: 'WIRE 1',
    valuedOn: clock.now().toISOString().slice(0, 10),
    reason,
    proofId: proof.body.data.id,
  })
  for (const by of [above, ofCusco]) {
    expect((await people.read(by, settlement)).body.code).toBe('permission_denied')
    expect((await people.approve(by, settlement)).body.code).toBe('permission_denied')
    expect((await people.reject(by, settlement)).body.code).toBe('permission_denied')
    expect(itemsOf(await read(by, '/approvals'))).toEqual([])
  }
  const shown = async (by: Admin) => {
    const { changes, present } = (await people.read(by, wire)).body.data
    return { changes, present }
  }
  const change = { name: 'pendingBalance', before: '4.00', after: '981.50' }
  for (const by of [ofCusco, second])
    expect(await shown(by)).toEqual({ changes: [change], present: [change] })
  expect(await shown(above)).toEqual({ changes: [], present: [] })
  expect((await people.approve(second, settlement)).body.data.status).toBe('approved')
})

/** What a reader sees of the shares of Andes in the ledger, and in the audit of its settlement. */
const seenInBook = async (by: Pick<Admin, 'browser'>) => {
  const { andes, rows } = world
  const accounts = await rows<{ id: string; code: string }>(
    'select id, code from account where owner_id = $1 order by code',
    [andes],
  )
  const [available = '', pending = ''] = accounts.map(({ id }) => id)
  const dataOf = async (path: string) => (await read(by, path)).body.data ?? {}
  const legsOfAndes = async (accountId: string) => {
    const [first] = await rows<{ id: string }>(
      'select journal_id as id from posting where account_id = $1 order by seq limit 1',
      [accountId],
    )
    const { status, body } = await read(by, `/ledger/journals/${first?.id}`)
    const legs = (body.data?.['legs'] ?? []) as Any[]
    return status === 200
      ? legs.filter((leg) => accounts.some(({ id }) => id === leg['accountId'])).length
      : body.code
  }
  const [change] = await rows<{ id: string }>(
    `select audit_id as id from audit_change where entity = 'settlement' and entity_id = $1`,
    [settlementId],
  )
  const at = product.kernel.clock.now().toISOString()
  const lines = async (accountId: string) =>
    itemsOf(await read(by, `/ledger/postings?accountId=${accountId}`)).length
  const found = (await dataOf(`/ledger/search?q=${andes}`))['accounts'] as Any[]
  const balances = (await dataOf('/ledger/trial-balance'))['lines'] as Any[]
  return {
    listed: itemsOf(await read(by, `/ledger/accounts?ownerId=${andes}`)).map(({ account }) => account),
    found: found.map(({ account }) => account),
    pending: (await dataOf(`/ledger/accounts/${pending}`))['balance'] ?? null,
    past: (await dataOf(`/ledger/accounts/${available}?at=${at}`))['balanceAt'],
    lines: [await lines(pending), await lines(available)],
    legs: [await legsOfAndes(pending), await legsOfAndes(available)],
    total: balances.find(({ account }) => account === 'wallet.regular.pending')?.['balance'] ?? null,
    audit: ((await dataOf(`/audit/${change?.id}`))['changes'] as Any[]).map(({ entity }) => entity),
  }
}

test('neither the ledger nor the audit shows it to a role of the operator in another company', async () => {
  const inside = (name: string, companyId: string) => createAdmin(product, { name, roleId: 1, companyId })
  const all = {
    listed: ['wallet.regular.available', 'wallet.regular.pending', 'wallet.regular.reserved'],
    found: ['wallet.regular.available', 'wallet.regular.pending', 'wallet.regular.reserved'],
    pending: '10.50',
    past: '500.00',
    lines: [2, 1],
    legs: [1, 1],
    // With the 4.00 of Cusco from the test above.
    total: '16.50',
    audit: ['settlement'],
  }
  expect(await seenInBook(staff)).toEqual(all)
  expect(await seenInBook(await inside('inandes', world.andes))).toEqual({ ...all, total: '10.50' })
  expect(await seenInBook(await inside('innorte', world.norte))).toEqual({
    listed: ['wallet.regular.available', 'wallet.regular.reserved'],
    found: ['wallet.regular.available', 'wallet.regular.reserved'],
    pending: null,
    past: null,
    lines: [0, 0],
    legs: [0, 'record_not_found'],
    total: null,
    audit: [],
  })
})

test('the fees by tier show a company its own share, and the operator every level', async () => {
  const { ofAndes, ofNorte, ofLima } = world
  const fees = async (by: Pick<Admin, 'browser'>) => (await read(by, '/reports/tier-fees?days=90')).body
  for (const [by, total] of [
    [ofAndes, '10.50'],
    [ofNorte, '0.00'],
    [ofLima, '0.00'],
  ] as const)
    expect((await fees(by)).data).toMatchObject({ parts: ['own'], total: [total] })
  expect((await fees(staff)).data).toMatchObject({
    parts: ['operator', 'tier_1', 'tier_2', 'tier_3', 'tier_4'],
    isComplete: false,
    // The four loads of these tests have fees of 1.00 and shares of 16.50: the operator's part is what the shares leave.
    total: ['-12.50', '0.00', '16.50', '0.00', '0.00'],
  })
  expect((await fees(seller)).code).toBe('permission_denied')
})
