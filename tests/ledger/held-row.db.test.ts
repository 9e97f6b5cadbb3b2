import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitDatabase } from '../../server/src/kernel/connection-limits.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { isBusy } from '../../server/src/kernel/lost-database.ts'
import type { Journal } from '../../server/src/kernel/plan.ts'
import { cardFeedJournal, nothingFed } from '../../server/src/transactions/card-feed.ts'
import { accountId } from '../../server/src/ledger/account-id.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'

/** A person with psql locks a row and leaves it locked. */
let ledger: TestLedger
beforeAll(async () => {
  ledger = await createTestLedger()
})
afterAll(() => ledger.end())

type Card = { readonly ownerId: string; readonly companyId: string }
const newCard = (): Card => ({ ownerId: ledger.ids.next(), companyId: ledger.ids.next() })
const keyOf = (card: Card) => ({ code: 'card.available', ...card })
const refund = (card: Card): Journal => {
  const id = ledger.ids.next()
  const journal = cardFeedJournal({
    event: { id, type: 'refund', amountCents: 1000n },
    before: nothingFed,
    after: { floatingCents: 0n, settledCents: -1000n },
    card,
    transactionId: id,
    effectiveAt: ledger.clock.now(),
  })
  if (!journal) throw new Error('nothing changed')
  return journal
}
/** A session of the owner that locks the balance of a card. */
const holdRow = async (card: Card) => {
  const psql = new pg.Client({ connectionString: ledger.ownerUrl })
  const ended = new Promise<string>((done) => psql.on('error', ({ message }) => done(message)))
  await psql.connect()
  await psql.query('begin')
  await psql.query('select 1 from account where id = $1 for update', [accountId(keyOf(card))])
  return { psql, ended }
}

test('a row that another session holds stops its own payment only, and that one is posted once when it is free', async () => {
  const [held, ...others] = Array.from({ length: 6 }, newCard)
  if (!held) throw new Error('no card')
  for (const card of [held, ...others]) await ledger.post(refund(card))
  const { psql } = await holdRow(held)
  const journal = refund(held)
  const stuck = ledger.post(journal).catch((error: unknown) => error)
  const outcomes = await Promise.all(others.map((card) => ledger.post(refund(card))))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(others.map(() => 'posted'))
  expect(isBusy(await stuck)).toBe(true)
  expect(await ledger.balance(keyOf(held))).toBe(1000n)
  await psql.end()
  expect(await ledger.post(journal)).toMatchObject({ outcome: 'posted' })
  expect(await ledger.post(journal)).toMatchObject({ outcome: 'replayed' })
  expect(await ledger.balance(keyOf(held))).toBe(2000n)
})

test('a session that is left idle in a transaction is ended for every role', async () => {
  const card = newCard()
  await ledger.post(refund(card))
  const settings = () =>
    ledger.owner.query<{ setting: string }>(
      `select unnest(setconfig) as setting from pg_db_role_setting s join pg_database d on d.oid = setdatabase
        where datname = current_database() and setrole = 0`,
    )
  await limitDatabase(ledger.owner)
  const { rows } = await settings()
  expect(rows.map(({ setting }) => setting)).toContain('idle_in_transaction_session_timeout=60s')
  // A limit that an operator sets is not overwritten.
  const { rows: named } = await ledger.owner.query<{ name: string }>('select current_database() as name')
  await ledger.owner.query(
    `alter database ${named[0]?.name} set idle_in_transaction_session_timeout = '1500ms'`,
  )
  await limitDatabase(ledger.owner)
  const { ended } = await holdRow(card)
  expect(await ended).toContain('idle-in-transaction timeout')
  expect(await ledger.post(refund(card))).toMatchObject({ outcome: 'posted' })
})

test('every connection of the product has its limits', async () => {
  const { db } = ledger
  const limits = await db.read(allTenants, (sql) =>
    sql.one(`select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`),
  )
  expect(limits).toEqual({ lock: '5s', statement: '10s', idle: '15s' })
  await expect(db.read(allTenants, (sql) => sql.rows('select pg_sleep(11)'))).rejects.toSatisfy(isBusy)
})
