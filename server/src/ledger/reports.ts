import { after } from '../kernel/clock.ts'
import type { Queries } from '../kernel/queries.ts'
import type { AccountKey } from '../kernel/plan.ts'
import { accountId } from './account-id.ts'
import { chart, chartAccount } from './chart.ts'
import { balanceAsOf, oldestParts, openReferences, trialBalanceAt, trialBalanceNow } from './checks.sql.ts'

/** A line of the trial balance; `natural` has the account's own sign. */
export type TrialLine = {
  readonly code: string
  readonly asset: string | null
  readonly currency: string
  readonly class: string
  readonly natural: bigint
  readonly accounts: bigint
}

/** Balances by code: now, or of everything effective up to an instant. */
export const readTrialBalance = async (sql: Queries, at: Date | null = null): Promise<TrialLine[]> => {
  type Row = Omit<TrialLine, 'natural'> & { side: string; balance: bigint }
  const rows = at ? await sql.rows<Row>(trialBalanceAt, [at]) : await sql.rows<Row>(trialBalanceNow)
  return rows.map(({ side, balance, ...row }) => ({ ...row, natural: side === 'D' ? -balance : balance }))
}

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
  readonly closedAt: Date | null
}

/** Balances of these owners (companies, people, cards). The caller has made sure that they are in its scope. */
export const readBalances = async (sql: Queries, ownerIds: readonly string[]): Promise<OwnedBalance[]> => {
  const rows = await sql.rows<{
    id: string
    owner_id: string
    code: string
    asset: string | null
    currency: string
    side: string
    floor: bigint | null
    balance: bigint
    closed_at: Date | null
  }>('select * from find_balances($1)', [ownerIds])
  return rows.map((row) => ({
    accountId: row.id,
    ownerId: row.owner_id,
    code: row.code,
    asset: row.asset,
    currency: row.currency,
    natural: row.side === 'D' ? -row.balance : row.balance,
    floor: row.floor,
    closedAt: row.closed_at,
  }))
}

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

/** Statement of one account, newest first, in pages by number. The caller has made sure that it is in its scope. */
export const readStatement = async (
  sql: Queries,
  page: { account: AccountKey; beforeSeq?: bigint; limit: number },
): Promise<StatementLine[]> => {
  const rows = await sql.rows<{
    seq: bigint
    journal_id: string
    kind: string
    effective_at: Date
    amount: bigint
    balance_after: bigint
    ref: string | null
  }>('select * from find_postings($1, $2, $3)', [
    accountId(page.account),
    page.beforeSeq ?? 2n ** 62n,
    page.limit,
  ])
  return rows.map((row) => ({
    seq: row.seq,
    journalId: row.journal_id,
    kind: row.kind,
    effectiveAt: row.effective_at,
    amount: row.amount,
    before: row.balance_after - row.amount,
    after: row.balance_after,
    ref: row.ref,
  }))
}

/** Balance (credit +, debit −) of everything effective up to an instant. Scope: all, or the account's company. */
export const readBalanceAsOf = async (sql: Queries, account: AccountKey, at: Date): Promise<bigint> =>
  (await sql.one<{ balance: bigint }>(balanceAsOf, [accountId(account), at])).balance

/** Something that stands longer than its account allows. */
export type Aged = {
  readonly code: string
  readonly asset: string | null
  readonly ownerId: string | null
  readonly accountId: string
  /** Null where the account is not kept by reference. */
  readonly ref: string | null
  readonly natural: bigint
  readonly openSince: Date
  readonly limitDays: number
  /** False for `crypto.…`: reported to the treasury, no break. */
  readonly opensBreak: boolean
}

const dayMs = 86_400_000

/** Everything older than the days of its account (money §8), oldest first. */
export const readAged = async (sql: Queries, now: Date): Promise<Aged[]> => {
  type Row = {
    code: string
    asset: string | null
    owner_id: string | null
    account_id: string
    ref?: string
    balance: bigint
    open_since: Date
  }
  const unreferenced = chart.filter((line) => line.ageDays > 0 && !line.keptByRef).map(({ code }) => code)
  const rows = [
    ...(await sql.rows<Row>(openReferences)),
    ...(await sql.rows<Row>(oldestParts, [unreferenced])),
  ]
  return rows
    .map((row) => ({
      code: row.code,
      asset: row.asset,
      ownerId: row.owner_id,
      accountId: row.account_id,
      ref: row.ref ?? null,
      natural: row.balance,
      openSince: row.open_since,
      limitDays: chartAccount(row.code, row.asset !== null)?.ageDays ?? 0,
      opensBreak: !row.code.startsWith('crypto.'),
    }))
    .filter(({ limitDays, openSince }) => limitDays > 0 && after(openSince, limitDays * dayMs) <= now)
    .toSorted((left, right) => left.openSince.getTime() - right.openSince.getTime())
}
