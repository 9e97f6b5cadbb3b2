import type { WireOf } from '@cardamom/contract/endpoint'
import { listWallets, type getWallets } from '@cardamom/contract/wallets/wallet-records'
import type { listWalletLines } from '@cardamom/contract/wallets/wallet-lines'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOfList } from '../../../tests/support/list-files.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { confirmed, makeAdmin, type AdminPerson } from '../access/admin-person.test-kit.ts'
import { publicRef } from '../kernel/ids.ts'
import { walletLines } from '../ledger/wallet-lines.sql.ts'
import { createWalletBook } from './wallet-book.test-kit.ts'

type Page = WireOf<typeof listWallets>
type Lines = WireOf<typeof listWalletLines>
type Wallets = WireOf<typeof getWallets>

let product: PeopleProduct
let owner: pg.Client
let book: ReturnType<typeof createWalletBook>
let [norte, andes, lima, sur] = ['', '', '', '']
let [boss, viewer, ofNorte, ofAndes, ofLima] = [] as unknown as AdminPerson[] as [
  AdminPerson,
  AdminPerson,
  AdminPerson,
  AdminPerson,
  AdminPerson,
]
let eva: { userId: string; browser: TestBrowser }
let loadId = ''
const dayMs = 86_400_000

const company = (id: string) => ({ ownerId: id, companyId: id })
const seller = () => ({ ownerId: eva.userId, companyId: lima })
const later = (days: number) => new Date(product.kernel.clock.now().getTime() + days * dayMs)

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  owner = new pg.Client({ connectionString: product.database.ownerUrl })
  await owner.connect()
  book = createWalletBook(product)
  norte = await makeCompany(product, { slug: 'norte', name: 'Norte' })
  andes = await makeCompany(product, { slug: 'andes', name: 'Andes', parentId: norte })
  lima = await makeCompany(product, { slug: 'lima', name: 'Lima', parentId: andes })
  sur = await makeCompany(product, { slug: 'sur', name: 'Sur' })
  const admin = (name: string, roleId: number, companyId?: string) =>
    makeAdmin(product, { name, roleId, ...(companyId === undefined ? {} : { companyId }) })
  boss = await admin('boss', 6)
  viewer = await admin('viewer', 3)
  ofNorte = await admin('of-norte', 5, norte)
  ofAndes = await admin('of-andes', 5, andes)
  ofLima = await admin('of-lima', 5, lima)
  const userId = await makeUser(product, { email: 'eva@example.com', roleId: 8, companyId: lima })
  eva = { userId, browser: await logIn(product, 'eva') }
  loadId = await book.acceptLoad({
    shares: [
      { ...company(norte), ownerKind: 'company', cents: 500n },
      { ...company(andes), ownerKind: 'company', cents: 750n },
      { ...company(lima), ownerKind: 'company', cents: 500n },
      { ...seller(), ownerKind: 'seller', cents: 200n },
    ],
    dueAt: later(3),
  })
  await book.acceptLoad({
    shares: [{ ...company(andes), ownerKind: 'company', cents: 300n }],
    dueAt: later(-1),
  })
  await book.acceptLoad({
    shares: [{ ...company(andes), ownerKind: 'company', cents: 40n }],
    speed: 'immediate',
  })
  await book.change(company(andes), { available: 13_149n })
  await book.change(company(andes), { available: -10_000n, reserved: 10_000n })
  await book.change(company(andes), { pending: 1n })
  await book.change(company(sur), { available: 700n })
}, 60_000)
afterAll(async () => {
  await owner.end()
  await product.stop()
})

const wallets = async (by: AdminPerson | { browser: TestBrowser }, query = '') =>
  (await by.browser.get<Page>(`/wallets?limit=200${query}`)).body.data.items
const named = async (by: AdminPerson, query = '') =>
  (await wallets(by, query)).map(({ ownerName, wallet }) => `${ownerName} ${wallet}`).toSorted()
const linesPath = (ownerId: string, wallet = 'regular', more = '') =>
  `/wallets/lines?ownerId=${ownerId}&wallet=${wallet}${more}`
const lines = async (by: { browser: TestBrowser }, path: string) =>
  (await by.browser.get<Lines>(path)).body.data
const pageOf = (by: { browser: TestBrowser }, ownerId: string) =>
  by.browser.get<Wallets>(`/wallets/${ownerId}`)

test('each company sees its own wallets and those below it, and nothing of the others', async () => {
  const lowest = ['Ana Paz regular', 'Lima regular']
  expect(await named(ofLima)).toEqual(lowest)
  expect(await named(ofAndes)).toEqual([lowest[0], 'Andes immediate', 'Andes regular', lowest[1]])
  expect(await named(ofNorte)).toEqual([...(await named(ofAndes)), 'Norte regular'])
  expect(await named(boss)).toEqual([...(await named(ofNorte)), 'Sur regular'])
  expect(await named(viewer)).toEqual(await named(boss))
  expect(await wallets(eva)).toEqual([])
  const cardholder = await makeUser(product, { email: 'plain@example.com', roleId: 2, companyId: lima })
  expect((await (await logIn(product, 'plain')).get('/wallets')).status).toBe(403)
  for (const [by, id] of [
    [ofLima, andes],
    [ofAndes, norte],
    [ofNorte, sur],
    [eva, lima],
    [eva, andes],
  ] as const) {
    expect((await pageOf(by, id)).body.code).toBe('record_not_found')
    expect((await lines(by, linesPath(id))).items).toEqual([])
  }
  expect((await pageOf(ofLima, cardholder)).body.data.wallets).toMatchObject([
    { openedAt: null },
    { openedAt: null },
  ])
  expect((await pageOf(boss, boss.userId)).body.code).toBe('record_not_found')
})

test('wallets are filtered by owner, type, tier and company, and found by name', async () => {
  expect(await named(boss, '&ownerKind=company&tier=2')).toEqual(['Andes immediate', 'Andes regular'])
  expect(await named(boss, '&ownerKind=seller')).toEqual(['Ana Paz regular'])
  expect(await named(boss, '&ownerKind=cardholder')).toEqual([])
  expect(await named(boss, '&wallet=immediate')).toEqual(['Andes immediate'])
  expect(await named(boss, `&companyId=${lima}`)).toEqual(['Ana Paz regular', 'Lima regular'])
  expect(await named(ofLima, `&companyId=${andes}`)).toEqual([])
  expect(await named(boss, '&q=andes')).toEqual(['Andes immediate', 'Andes regular'])
  expect(await named(boss, '&q=eva%40exa')).toEqual(['Ana Paz regular'])
  expect(await named(ofLima, '&q=andes')).toEqual([])
  expect(await named(boss, '&q=%25')).toEqual([])
  const counts = await boss.browser.get<{ counts: object }>('/wallets/counts')
  expect(counts.body.data.counts).toEqual({ all: 6, company: 5, seller: 1, cardholder: 0 })
  const [first] = await wallets(boss, '&sort=openedAt')
  const [last] = await wallets(boss)
  expect([first?.openedAt, last?.ownerName]).toEqual([expect.any(String), 'Sur'])
  expect(Number(new Date(first?.openedAt ?? 0))).toBeLessThan(Number(new Date(last?.openedAt ?? 0)))
})

test('balances are those of the ledger, and pending money adds up by its runs', async () => {
  const { owner: whose, wallets: both, pending } = (await pageOf(ofAndes, andes)).body.data
  expect(whose).toMatchObject({ id: andes, kind: 'company', name: 'Andes', tier: 2 })
  const { rows } = await owner.query<{ code: string; balance: string }>(
    `select code, (balance / 100.0)::numeric(20, 2)::text as balance from account where owner_id = $1`,
    [andes],
  )
  const booked = (code: string) => rows.find((row) => row.code === code)?.balance
  for (const { wallet, available, pending: waiting, reserved } of both)
    expect([available, waiting, reserved]).toEqual(
      ['available', 'pending', 'reserved'].map((bucket) => booked(`wallet.${wallet}.${bucket}`)),
    )
  expect(both).toMatchObject([
    { wallet: 'regular', available: '31.49', pending: '10.51', reserved: '100.00', allowance: '0.00' },
    { wallet: 'immediate', available: '0.00', pending: '0.40', reserved: '0.00' },
  ])
  expect(pending).toMatchObject([
    { wallet: 'regular', reason: 'run', amount: '3.00', count: 1, skipped: [] },
    {
      wallet: 'regular',
      reason: 'hold',
      amount: '7.50',
      count: 1,
      runAt: expect.stringContaining('T16:00:00'),
    },
    { wallet: 'immediate', reason: 'credit', amount: '0.40', runAt: null },
    { wallet: 'regular', reason: 'other', amount: '0.01', runAt: null },
  ])
  const row = (await wallets(ofAndes, `&companyId=${andes}&wallet=regular`))[0]
  expect(row).toMatchObject({ available: '31.49', pending: '10.51', reserved: '100.00' })
})

test('each line has the balances before and after it, in an unbroken chain that ends at the balance', async () => {
  const { rows: postings } = await owner.query<{ sum: string }>(
    `select sum(p.amount)::text as sum from posting p join account a on a.id = p.account_id
     where a.owner_id = $1 and a.code like 'wallet.regular.%'`,
    [andes],
  )
  const all: Lines['items'] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Lines = await lines(
      ofAndes,
      linesPath(andes, 'regular', `&limit=2${cursor && `&cursor=${cursor}`}`),
    )
    expect(page.count).toBe(5)
    all.push(...page.items)
    cursor = page.nextCursor
  }
  const cents = (text: string) => BigInt(text.replace('.', ''))
  const buckets = ['available', 'pending', 'reserved'] as const
  for (const bucket of buckets) {
    expect(all.at(-1)?.[bucket].before).toBe('0.00')
    all.slice(1).forEach((line, at) => expect(line[bucket].after).toBe(all[at]?.[bucket].before))
  }
  const total = buckets.reduce((sum, bucket) => sum + cents(all[0]?.[bucket].after ?? ''), 0n)
  expect(String(total)).toBe(postings[0]?.sum)
  expect(all.map(({ kind }) => kind)).toEqual(['other', 'other', 'other', 'load_accepted', 'load_accepted'])
  expect(all.at(-1)).toMatchObject({
    isReversal: false,
    pending: { before: '0.00', after: '7.50' },
    source: { kind: 'load', id: loadId, ref: publicRef('L', loadId) },
  })
  const oldest = await lines(ofAndes, linesPath(andes, 'regular', '&sort=line'))
  expect(oldest.items.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed())
})

test('people see their own wallets and lines; what they earn is shown to no administrator of a company', async () => {
  const own = (await eva.browser.get<Wallets>('/wallet/balances')).body.data
  expect(own.wallets[0]).toMatchObject({ wallet: 'regular', pending: '2.00' })
  expect(own.pending).toMatchObject([{ reason: 'hold', amount: '2.00' }])
  const mine = await lines(eva, '/wallet/lines?wallet=regular')
  expect(mine.items).toMatchObject([{ kind: 'load_accepted', pending: { before: '0.00', after: '2.00' } }])
  expect(await lines(boss, linesPath(eva.userId))).toEqual(mine)
  expect((await lines(ofLima, linesPath(eva.userId))).items).toEqual([])
  expect((await lines(eva, '/wallet/lines?wallet=immediate')).items).toEqual([])
  expect((await pageOf(ofAndes, eva.userId)).body.data).toMatchObject({
    owner: { kind: 'seller', email: 'eva@example.com', companyName: 'Lima' },
    wallets: own.wallets.map((wallet) => ({ ...wallet, pending: null })),
    owed: null,
    pending: [],
  })
  expect((await eva.browser.get('/wallet/lines')).status).toBe(422)
})

test('a seller sees the wallets of the people whom their codes brought', async () => {
  const one = await makeUser(product, { email: 'one@example.com', roleId: 7, companyId: lima })
  const browser = await logIn(product, 'one')
  expect(await wallets({ browser })).toEqual([])
  await owner.query('insert into seller (user_id, company_id, recruited_by) values ($1, $2, $3)', [
    eva.userId,
    lima,
    one,
  ])
  expect((await wallets({ browser })).map(({ ownerId }) => ownerId)).toEqual([eva.userId])
  expect((await lines({ browser }, linesPath(eva.userId))).items).toEqual([])
  expect((await pageOf({ browser }, eva.userId)).body.data).toMatchObject({
    owner: { id: eva.userId },
    owed: null,
  })
})

test('the file of wallets has the rows of the filter, after a confirmation', async () => {
  const call = { method: 'POST', path: '/wallets/export', body: { ownerKind: 'company', tier: '2' } } as const
  const answer = await confirmed<{ url: string }>(product, ofAndes, call)
  expect(answer.status).toBe(201)
  const { text } = await ofAndes.browser.get(answer.body.data.url.replace('/api', ''))
  expect(
    text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').slice(0, 8).join(',')),
  ).toEqual([
    '\uFEFFOwner,Kind of owner,Company,Tier,Wallet,Available,Pending,Reserved',
    'Andes,Company,Andes,2,Immediate,0.00,0.40,0.00',
    'Andes,Company,Andes,2,Regular,31.49,10.51,100.00',
  ])
  expect((await confirmed(product, viewer, call)).status).toBe(403)
  const files = await linesOfList(product.kernel.db, listWallets, { kind: 'all' })
  expect(files.file).toEqual(files.pages)
})

test('lines of the time in another company belong to that company', async () => {
  const person = { ownerId: product.kernel.ids.next(), companyId: lima }
  await book.change(person, { available: 100n })
  await owner.query('select assign_accounts($1, $2, now())', [person.ownerId, sur])
  await book.change({ ...person, companyId: sur }, { available: 5n })
  expect((await lines(boss, linesPath(person.ownerId))).items).toHaveLength(2)
  const key = { ownerId: person.ownerId, wallet: 'regular', from: null, before: null } as const
  const linesOf = (companyId: string) =>
    product.kernel.db.read({ kind: 'companies', companyIds: [companyId] }, (sql) =>
      walletLines(sql, key).execute(),
    )
  expect(await linesOf(lima)).toMatchObject([{ availableBefore: 0n, availableAfter: 100n }])
  expect(await linesOf(sur)).toMatchObject([{ availableBefore: 100n, availableAfter: 105n }])
})
