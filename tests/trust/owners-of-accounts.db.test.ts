import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { houseId } from '../../server/src/companies/company.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { chart, type ChartAccount, type OwnerKind } from '../../server/src/ledger/chart.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { createBatchByHand, type BatchByHand } from './batch-by-hand.ts'

/** Accounts that the app's own login opens for a company, a person and a card, and for ids that no row has. */
let ledger: TestLedger
let app: pg.Client
let byHand: BatchByHand
let known: Readonly<Record<'company' | 'person' | 'card', string>>

let made = 0
const insertPerson = (client: pg.Client, id: string) => {
  made += 1
  return client.query(
    `insert into app_user (id, company_id, role_id, username, email, password_hash, first_name, last_name, referral_code,
       created_at)
     values ($1, $2, 2, 'owner' || $3, 'owner' || $3 || '@example.com', 'none', 'Ana', 'Paz', 'WAKKA' || $3, now())`,
    [id, houseId, String(made)],
  )
}
const insertCard = (client: pg.Client, id: string) => {
  made += 1
  return client.query(
    `insert into card (id, ref, company_id, user_id, card_type_id, plan_id, form, origin, reference, name_on_card, status,
       payment_status, created_at)
     values ($1, $3, $2, $1, $1, $1, 'virtual', 'automatic', $3, 'ANA PAZ', 'new', 'waived', now())`,
    [id, houseId, `C-${made}`],
  )
}
const insertCompany = (client: pg.Client, id: string) =>
  client.query(
    `insert into company (id, parent_id, tier, path, slug, name, created_at)
     values ($1::uuid, $2::uuid, 2, array[$2, $1]::uuid[], 'owner', 'Owner', now())`,
    [id, houseId],
  )

beforeAll(async () => {
  ledger = await createTestLedger()
  app = new pg.Client({ connectionString: ledger.appUrl })
  await app.connect()
  byHand = await createBatchByHand(ledger, app)
  known = { company: houseId, person: ledger.ids.next(), card: ledger.ids.next() }
  await ledger.owner.query('set session_replication_role = replica')
  await insertPerson(ledger.owner, known.person)
  await insertCard(ledger.owner, known.card)
  await ledger.owner.query('reset session_replication_role')
})
afterAll(async () => {
  await app.end()
  await ledger.end()
})

const ofOwners = chart.filter(({ owners }) => !owners.includes('operator'))
const opened = (ownerId: string, { code, currency }: ChartAccount) => ({
  code,
  ...(currency === 'asset' ? { asset: 'USDC@1' } : {}),
  owner_id: ownerId,
  company_id: houseId,
})
const open = (...accounts: object[]): Promise<string> => {
  const parameters = byHand.encode({ journals: [byHand.capital()] })
  const own = JSON.parse(String(parameters['p_open'] ?? '[]')) as object[]
  return byHand.refusalOf({ ...parameters, p_open: JSON.stringify([...own, ...accounts]) })
}
const refused = 'is an account that this kind of owner does not have'
const kindsOf: Readonly<Record<keyof typeof known, readonly OwnerKind[]>> = {
  company: ['company', 'payer', 'referrer'],
  person: ['seller', 'referrer', 'cardholder', 'payer'],
  card: ['card'],
}

test.each(['company', 'person', 'card'] as const)(
  'a %s has the accounts that the chart lists for it, and no others',
  async (owner) => {
    for (const line of ofOwners) {
      const isAllowed = line.owners.some((kind) => kindsOf[owner].includes(kind))
      expect([line.code, await open(opened(known[owner], line))]).toEqual([
        line.code,
        isAllowed ? 'accepted: []' : expect.stringContaining(refused),
      ])
    }
  },
)

const [wallet, balance] = ['wallet.regular.available', 'card.available'].map((code) =>
  ofOwners.find((line) => line.code === code)!,
) as [ChartAccount, ChartAccount]

test.each([
  ['a wallet', 'card', wallet, balance],
  ['the balance of a card', 'wallet', balance, wallet],
])('an id without a row that has %s gets no account of a %s', async (_, __, first, second) => {
  const owner = ledger.ids.next()
  expect(await open(opened(owner, first), opened(owner, second))).toContain(refused)
  expect(await open(opened(owner, first))).toBe('accepted: []')
  expect(await open(opened(owner, second))).toContain(refused)
})

/** Of the rules of a table, only the one about the id of a new owner. */
const withoutOtherRules = async (table: string, insert: () => Promise<unknown>) => {
  await ledger.owner.query(
    `begin; alter table ${table} enable always trigger is_new_owner; set local session_replication_role = replica`,
  )
  try {
    return await insert()
  } finally {
    await ledger.owner.query('rollback')
  }
}
const otherKind = 'another kind of owner has the id'

test.each([
  ['card', insertCard, balance, wallet],
  ['app_user', insertPerson, wallet, balance],
  ['company', insertCompany, wallet, balance],
] as const)(
  'a new %s is refused when its id has accounts of another kind',
  async (table, insert, own, other) => {
    const [free, foreign] = [ledger.ids.next(), ledger.ids.next()]
    expect(await open(opened(free, own))).toBe('accepted: []')
    expect(await open(opened(foreign, other))).toBe('accepted: []')
    await withoutOtherRules(table, () => insert(ledger.owner, free))
    await expect(withoutOtherRules(table, () => insert(ledger.owner, foreign))).rejects.toThrow(otherKind)
  },
)

test('a new card is refused when a person or a company has its id', async () => {
  for (const id of [known.person, known.company])
    await expect(withoutOtherRules('card', () => insertCard(ledger.owner, id))).rejects.toThrow(otherKind)
})

/** Until another connection waits for one of this database. */
const waits = async () => {
  const { rowCount } = await ledger.owner.query(
    'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
  )
  return rowCount
}

test('of an account and a row of another kind at once, the later one is refused', async () => {
  const [first, second] = [ledger.ids.next(), ledger.ids.next()]
  const other = new pg.Client({ connectionString: ledger.ownerUrl })
  await other.connect()
  await app.query('begin')
  expect(await open(opened(first, balance))).toBe('accepted: []')
  const inserted = insertPerson(other, first).then(
    () => 'inserted',
    (error: Error) => error.message,
  )
  await expect.poll(waits, { timeout: 60_000 }).toBe(1)
  await app.query('commit')
  expect(await inserted).toContain(otherKind)

  await other.query('begin')
  await insertPerson(other, second)
  const answer = open(opened(second, balance))
  await expect.poll(waits, { timeout: 60_000 }).toBe(1)
  await other.query('commit')
  expect(await answer).toContain(refused)
  await other.end()
})

test('an allowance is for no card', async () => {
  const accounts = new pg.Client({ connectionString: ledger.accountsUrl })
  await accounts.connect()
  const allow = (owner: string) => accounts.query('select set_allowance($1, $2, 0, now())', [owner, houseId])
  await expect(allow(known.card)).rejects.toThrow(refused)
  await allow(known.company)
  await accounts.end()
})

test('the check of the book finds an account that was there before its owner became known as another one', async () => {
  expect(await ledger.db.read(allTenants, checkBook)).toEqual([])
  const owner = ledger.ids.next()
  expect(await open(opened(owner, wallet))).toBe('accepted: []')
  await ledger.owner.query(
    `set session_replication_role = replica; update card set id = '${owner}' where id = '${known.card}'; reset session_replication_role`,
  )
  const findings = await ledger.db.read(allTenants, checkBook)
  expect(findings).toMatchObject([
    { check: 'owner_is_as_the_chart_says', detail: `${wallet.code} is not an account of this kind of owner` },
  ])
})
