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

beforeAll(async () => {
  ledger = await createTestLedger()
  app = new pg.Client({ connectionString: ledger.appUrl })
  await app.connect()
  byHand = await createBatchByHand(ledger, app)
  known = { company: houseId, person: ledger.ids.next(), card: ledger.ids.next() }
  await ledger.owner.query('set session_replication_role = replica')
  await ledger.owner.query(
    `insert into app_user (id, company_id, role_id, username, email, password_hash, first_name, last_name, referral_code,
       created_at)
     values ($1, $2, 2, 'owner', 'owner@example.com', 'none', 'Ana', 'Paz', 'WAKKA1', now())`,
    [known.person, houseId],
  )
  await ledger.owner.query(
    `insert into card (id, ref, company_id, user_id, card_type_id, plan_id, form, origin, reference, name_on_card, status,
       payment_status, created_at)
     values ($1, 'C-1', $2, $3, $1, $1, 'virtual', 'automatic', 'C-1', 'ANA PAZ', 'new', 'waived', now())`,
    [known.card, houseId, known.person],
  )
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
    `set session_replication_role = replica; update card set id = '${owner}' where ref = 'C-1'; reset session_replication_role`,
  )
  const findings = await ledger.db.read(allTenants, checkBook)
  expect(findings).toMatchObject([
    { check: 'owner_is_as_the_chart_says', detail: `${wallet.code} is not an account of this kind of owner` },
  ])
})
