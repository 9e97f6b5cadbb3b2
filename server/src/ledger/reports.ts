import { sql as fragment } from 'kysely'
import { after } from '../kernel/clock.ts'
import type { Queries } from '../kernel/queries.ts'
import type { AccountKey } from '../kernel/plan.ts'
import { accountId } from './account-id.ts'
import { chart, chartAccount } from './chart.ts'
import {
  oldestParts,
  openReferences,
  trialBalanceAt,
  trialBalanceNow,
  trialBalanceOfTotals,
} from './reports.sql.ts'

/** A line of the trial balance; `natural` has the account's own sign. */
export type TrialLine = {
  readonly code: string
  readonly asset: string | null
  readonly currency: string
  readonly class: string
  readonly natural: bigint
}

/** Adds the next postings to the daily totals of trial balances. True: there are more of them. */
export const sumNextPostings = async (sql: Queries, mostJournals: number): Promise<boolean> => {
  const { more } = await sql.one<{ more: boolean }>('select sum_next_postings($1) as more', [mostJournals])
  return more
}

/** Balances by code: of now, or of all postings effective up to an instant. Scope: all. */
export const readTrialBalance = (sql: Queries, at: Date | null = null): Promise<TrialLine[]> =>
  at ? sql.rows<TrialLine>(trialBalanceAt, [at]) : sql.rows<TrialLine>(trialBalanceNow)

/** The same of now from the daily totals, which is cheap with any number of accounts. Scope: all. */
export const readTotals = (sql: Queries): Promise<TrialLine[]> => sql.rows<TrialLine>(trialBalanceOfTotals)

/** A balance of an owner's account, from `find_balances`. */
export type OwnedBalance = {
  readonly accountId: string
  readonly ownerId: string
  readonly code: string
  readonly asset: string | null
  readonly currency: string
  readonly natural: bigint
  /** Lower bound of `natural`; null: none. */
  readonly floor: bigint | null
  /** Number of the last posting. */
  readonly seq: bigint
  readonly closedAt: Date | null
}

// These functions belong to the owner and check no scope. The caller decides whose accounts they show.
const findBalances = `select id as "accountId", owner_id as "ownerId", code, asset, currency,
    case when side = 'D' then -balance else balance end as natural, floor, seq, closed_at as "closedAt"
  from find_balances($1)`
const findPostings = `select seq, journal_id as "journalId", kind, effective_at as "effectiveAt", amount,
    balance_after - amount as before, balance_after as after, ref
  from find_postings($1, $2, $3)`

/** Balances of these owners (companies, people, cards). The caller has checked that they are in its scope. */
export const readBalances = (sql: Queries, ownerIds: readonly string[]): Promise<OwnedBalance[]> =>
  sql.rows<OwnedBalance>(findBalances, [ownerIds])

export type StatementLine = {
  readonly seq: bigint
  readonly journalId: string
  readonly kind: string
  readonly effectiveAt: Date
  readonly amount: bigint
  readonly before: bigint
  readonly after: bigint
  readonly ref: string | null
}

const beforeAll = 2n ** 62n

/**
 * Statement of one account, newest first, in numbered pages. The caller has checked that it is in its scope.
 */
export const readStatement = (
  sql: Queries,
  { account, beforeSeq = beforeAll, limit }: { account: AccountKey; beforeSeq?: bigint; limit: number },
): Promise<StatementLine[]> => sql.rows<StatementLine>(findPostings, [accountId(account), beforeSeq, limit])

/**
 * Balance (credit +, debit −) of all postings effective up to an instant. Scope: all, or the account's
 * company.
 */
export const readBalanceAsOf = async (sql: Queries, account: AccountKey, at: Date): Promise<bigint> => {
  const balance = fragment<bigint>`coalesce(sum(amount), 0)::int8`
  const postings = sql.selectFrom('posting').where('accountId', '=', accountId(account))
  const row = await postings
    .where('effectiveAt', '<=', at)
    .select(balance.as('balance'))
    .executeTakeFirstOrThrow()
  return row.balance
}

/**
 * Journals of an actor, with a reason that contains a text, or with these values in their metadata, newest first. `before`: the id of the last journal of
 * the page before. Scope: all.
 */
export const listDetailedJournals = (
  sql: Queries,
  by: {
    actor?: string
    reason?: string
    metadata?: Readonly<Record<string, string>>
    before?: string
    limit: number
  },
) => {
  const { actor, reason, metadata, before, limit } = by
  let rows = sql
    .selectFrom('journalDetail')
    .innerJoin('journal', 'journal.id', 'journalDetail.journalId')
    .select(['id', 'kind', 'idem as key', 'effectiveAt', 'actor', 'reason', 'metadata'])
  if (actor !== undefined) rows = rows.where('actor', '=', actor)
  if (reason !== undefined) rows = rows.where(fragment<boolean>`strpos(lower(reason), lower(${reason})) > 0`)
  if (metadata) rows = rows.where(fragment<boolean>`metadata @> ${JSON.stringify(metadata)}::jsonb`)
  if (before !== undefined) rows = rows.where('journalId', '<', before)
  return rows.orderBy('journalId', 'desc').limit(limit).execute()
}

/** An open amount that is older than its account allows. */
export type AgedBalance = {
  readonly code: string
  readonly asset: string | null
  readonly ownerId: string | null
  readonly companyId: string | null
  readonly accountId: string
  /** Null where the account is not split by reference. */
  readonly ref: string | null
  readonly natural: bigint
  readonly openSince: Date
  readonly limitDays: number
  /** False for `crypto.…`, which is reported to the treasury and is no break. */
  readonly opensBreak: boolean
}

const dayMs = 86_400_000

/** All amounts older than their account's limit in days (money §2), oldest first. */
export const readAged = async (sql: Queries, now: Date): Promise<AgedBalance[]> => {
  type Row = Omit<AgedBalance, 'limitDays' | 'opensBreak'>
  const unreferenced = chart.filter((line) => line.ageDays > 0 && !line.hasRefs).map(({ code }) => code)
  const rows = [
    ...(await sql.rows<Row>(openReferences)),
    ...(await sql.rows<Row>(oldestParts, [unreferenced])),
  ]
  return rows
    .map((row) => ({
      ...row,
      limitDays: chartAccount(row.code, row.asset !== null)?.ageDays ?? 0,
      opensBreak: !row.code.startsWith('crypto.'),
    }))
    .filter(({ limitDays, openSince }) => limitDays > 0 && after(openSince, limitDays * dayMs) <= now)
    .toSorted((left, right) => left.openSince.getTime() - right.openSince.getTime())
}
