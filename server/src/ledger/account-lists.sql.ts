import { sql as fragment, type SqlBool } from 'kysely'
import { after } from '../kernel/clock.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { anyOf, plannedInOrder, type Queries } from '../kernel/queries.ts'

/** Accounts as lists and pages show them. */
export const accountRows = (sql: Queries) =>
  sql
    .selectFrom('account')
    .select([
      'account.id',
      'account.code',
      'account.asset',
      'account.currency',
      'account.class',
      'account.side',
    ])
    .select(['account.ownerId', 'account.companyId', 'account.balance', 'account.floor', 'account.seq'])
    .select(['account.openedAt', 'account.closedAt'])

export type AccountRow = Awaited<ReturnType<ReturnType<typeof accountRows>['execute']>>[number]

/** The state of a list of accounts. An account is closed by a time only. */
export const accountIs = {
  open: fragment<SqlBool>`account.closed_at is null`,
  closed: fragment<SqlBool>`account.closed_at is not null`,
} as const
export const hasBalance = fragment<SqlBool>`account.balance <> 0`
export const hasCode = (codes: readonly string[]) => fragment<SqlBool>`account.code = ${anyOf(codes)}`

export const hasClass = (letter: string) => fragment<SqlBool>`account.class = ${letter}::"char"`
/** Accounts with one of these ids or owners, found by a key. */
export const inAccounts = (column: 'id' | 'owner_id', ids: readonly string[]) =>
  fragment<SqlBool>`account.${fragment.raw(column)} = any(array(select unnest(${ids}::uuid[])))`

/** The table and scope of a list of accounts; a higher module adds their rows and who their owners are. */
export const accountSource = {
  table: 'account' as const,
  scope: { companies: 'account.companyId' },
}
/** The same of a list of postings, which each request finds by the account. Its days are those of the posting. */
export const postingSource = {
  table: 'posting' as const,
  id: 'posting.seq',
  scope: { shared: true },
  sorts: { posting: 'posting.seq' },
  days: 'posting.journalId',
  dayBound: firstIdAt,
} as const

/** The account with an id, those of an owner, and those that have an amount for a reference, of the scope. */
export const findAccountIds = async (sql: Queries, id: string, limit: number): Promise<string[]> => {
  const own = await sql.rows<{ id: string }>(
    `(select id from account where id = $1) union (select id from account where owner_id = $1 limit $2)
     union (select account_id from ref_balance where ref = $1 limit $2)`,
    [id, limit],
  )
  return own.map((row) => row.id)
}

/** When each account was last posted to, by its id. */
export const readLastPostings = async (
  sql: Queries,
  accounts: readonly { readonly id: string; readonly seq: bigint }[],
): Promise<ReadonlyMap<string, Date>> => {
  const found = await sql.rows<{ id: string; at: Date }>(
    `select a.id, p.effective_at as at from unnest($1::uuid[], $2::int8[]) a (id, seq)
     cross join lateral (select effective_at from posting where account_id = a.id and seq = a.seq limit 1) p`,
    [accounts.map(({ id }) => id), accounts.map(({ seq }) => seq)],
  )
  return new Map(found.map(({ id, at }) => [id, at]))
}

/** How far the ids of journals of one account may be out of order: they are made before the journals are posted. */
const mostOutOfOrderMs = 3_600_000
const before = (accountId: string, at: Date) =>
  fragment<bigint>`(select last_posting_before(${accountId}, ${firstIdAt(at)}))`

/** The postings of an account of the scope; `from` and `until` leave out most of those that were posted outside. */
export const accountPostings = (
  sql: Queries,
  of: { readonly accountId: string; readonly from: Date | null; readonly until: Date | null },
) =>
  sql
    .selectFrom('posting')
    .innerJoin('account', 'account.id', 'posting.accountId')
    .select(['posting.seq', 'posting.journalId', 'posting.effectiveAt', 'posting.amount'])
    .select(['posting.balanceAfter', 'posting.ref'])
    .select(['account.code', 'account.asset', 'account.currency', 'account.class', 'account.side'])
    .where('posting.accountId', '=', of.accountId)
    .$if(of.from !== null, (rows) =>
      rows.where('posting.seq', '>', before(of.accountId, after(of.from!, -mostOutOfOrderMs))),
    )
    .$if(of.until !== null, (rows) =>
      rows.where('posting.seq', '<=', before(of.accountId, after(of.until!, mostOutOfOrderMs))),
    )
    .modifyEnd(fragment.raw(plannedInOrder))

/** Kinds of journals. The caller has read their postings in its scope. */
export const readJournalKinds = async (
  sql: Queries,
  journalIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly kind: string; readonly isReversal: boolean }>> => {
  const rows = await sql.rows<{ journalId: string; kind: string; isReversal: boolean }>(
    `select journal_id as "journalId", kind, is_reversal as "isReversal" from find_journal_kinds($1)`,
    [journalIds],
  )
  return new Map(rows.map(({ journalId, ...kind }) => [journalId, kind]))
}

/** Number of accounts by code and asset, opened by an instant; null: all. */
export const countAccounts = (
  sql: Queries,
  at: Date | null,
): Promise<{ code: string; asset: string | null; accounts: number }[]> =>
  sql.rows(
    `select code, asset, count(*)::int as accounts from account
     where $1::timestamptz is null or opened_at <= $1 group by code, asset`,
    [at],
  )
