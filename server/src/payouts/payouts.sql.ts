import { sql as fragment, type Expression } from 'kysely'
import { isInRange, type TextRange } from '../kernel/code-search.ts'
import { applyUpdate, guardedUpdate, type RowInsert } from '../kernel/guarded-update.ts'
import { constant, type Queries } from '../kernel/queries.ts'
import { transition } from '../kernel/states.ts'
import type { SignedPayment } from '../providers/rail/payout-port.ts'
import type { Payout, PayoutAttempt, PayoutOrder, PayoutOwnerKind, PlanPart } from './payout.ts'
import { payoutTransitions, type PayoutStep } from './payout-status.ts'

/** Name of the job that a new payout wakes. */
export const queuedName = 'payouts.queued'

/** The rows that put a payout in the queue: added to the plan of the owner's approval. */
export const queuePayout = (order: PayoutOrder, at: Date): PlanPart => {
  const { part = 1, residue = 0n, ...rest } = order
  const times = { nextAt: at, createdAt: at, updatedAt: at }
  const row: RowInsert = { table: 'payout', row: { ...rest, part, residue, status: 'approved', ...times } }
  return { rows: [row], jobs: [{ name: queuedName, key: `payout:${order.id}` }] }
}

/** Ends a payout that waits to be sent, for the plan of its owner, who decided so. */
export const stopPayout = (payout: Pick<Payout, 'id' | 'attempt'>, at: Date): PlanPart => {
  const { id, attempt } = payout
  const change = { set: { reason: 'withdrawn', updatedAt: at }, guard: { attempt } } as const
  return {
    updates: [transition(payoutTransitions, { id, status: 'approved' }, 'payout.stopped', change)],
  }
}

/** A payout as screens show it. The figures of the attempt are null before the first one. */
export type PayoutView = {
  readonly id: string
  readonly part: number
  readonly step: PayoutStep
  readonly reason: Payout['reason']
  readonly network: string
  readonly asset: string
  readonly toAddress: string
  readonly units: bigint
  readonly residue: bigint
  readonly attempt: number
  readonly nextAt: Date
  readonly txHash: string | null
  readonly nonce: bigint | null
  readonly sentAt: Date | null
  readonly outcome: PayoutAttempt['outcome']
  readonly endedAt: Date | null
}

/** All payouts of an owner, in the order of their parts. */
export const readPayoutsOf = (
  sql: Queries,
  ownerKind: PayoutOwnerKind,
  ownerId: string,
): Promise<PayoutView[]> =>
  sql
    .selectFrom('payout')
    .leftJoin('payoutAttempt as attempt', (on) =>
      on.onRef('attempt.payoutId', '=', 'payout.id').onRef('attempt.n', '=', 'payout.attempt'),
    )
    .select(['payout.id', 'payout.part', 'payout.status as step', 'payout.reason', 'payout.network'])
    .select(['payout.asset', 'payout.toAddress', 'payout.units', 'payout.residue', 'payout.attempt'])
    .select('payout.nextAt')
    .select(['attempt.txHash', 'attempt.nonce', 'attempt.sentAt', 'attempt.outcome', 'attempt.endedAt'])
    .where('payout.ownerKind', '=', ownerKind)
    .where('payout.ownerId', '=', ownerId)
    .orderBy('payout.part')
    .execute()

/** The owners of this kind that were paid, or are being paid, by a transaction in a range of hashes: a query of their ids. */
export const ownersPaidBy = (ownerKind: PayoutOwnerKind, hashes: TextRange | null) =>
  fragment`select paid.owner_id from payout_attempt tried join payout paid on paid.id = tried.payout_id
    where paid.owner_kind = ${ownerKind} and ${isInRange('tried.txHash', hashes)}`

/** The only, or first, payout of an owner. */
export const readPayoutOf = async (
  sql: Queries,
  ownerKind: PayoutOwnerKind,
  ownerId: string,
): Promise<PayoutView | null> => (await readPayoutsOf(sql, ownerKind, ownerId))[0] ?? null

const mostOpen = 500
const openSteps = ['approved', 'sending', 'unknown'] as const

/** Payouts of a network that are not over and do not wait for a later time, oldest first. */
export const readOpenPayouts = (sql: Queries, network: string, now: Date): Promise<Payout[]> =>
  sql
    .selectFrom('payout')
    .selectAll()
    .where('network', '=', network)
    .where('status', 'in', openSteps.map(constant))
    .where('nextAt', '<=', now)
    .orderBy('id')
    .limit(mostOpen)
    .execute()

export const readPayout = async (sql: Queries, id: string): Promise<Payout | null> =>
  (await sql.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

export const readAttempt = async (
  sql: Queries,
  { id, attempt }: Pick<Payout, 'id' | 'attempt'>,
): Promise<PayoutAttempt | null> =>
  (await sql
    .selectFrom('payoutAttempt')
    .selectAll()
    .where('payoutId', '=', id)
    .where('n', '=', attempt)
    .executeTakeFirst()) ?? null

/** The signed transactions of an attempt, newest first. */
export const readTransactions = (sql: Queries, attemptId: string) =>
  sql
    .selectFrom('payoutTransaction')
    .selectAll()
    .where('attemptId', '=', attemptId)
    .orderBy('replacement', 'desc')
    .execute()

/** Whether this server signed a transaction for a payout. */
export const isPayoutTransaction = async (
  sql: Queries,
  { network, txHash }: { readonly network: string; readonly txHash: string },
): Promise<boolean> => {
  const found = await sql
    .selectFrom('payoutTransaction')
    .innerJoin('payoutAttempt', 'payoutAttempt.id', 'payoutTransaction.attemptId')
    .select('payoutTransaction.id')
    .where('payoutTransaction.txHash', '=', txHash)
    .where('payoutAttempt.network', '=', network)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** A signed transaction as it is stored. */
export type PayoutTransaction = Awaited<ReturnType<typeof readTransactions>>[number]

/** The largest nonce that an attempt has; null: there was none. */
export const readLastNonce = async (sql: Queries, network: string): Promise<bigint | null> => {
  const last = sql.selectFrom('payoutAttempt').where('network', '=', network).select('nonce')
  return (await last.orderBy('nonce', 'desc').limit(1).executeTakeFirst())?.nonce ?? null
}

/** Why a payout waits, and until when. */
export const recordWait = async (
  sql: Queries,
  payout: Pick<Payout, 'id' | 'status'>,
  of: { readonly reason: Payout['reason']; readonly nextAt: Date; readonly at: Date },
): Promise<void> => {
  const { reason, nextAt, at } = of
  const waiting = sql.updateTable('payout').where('id', '=', payout.id).where('status', '=', payout.status)
  await waiting.set({ reason, nextAt, updatedAt: at }).execute()
}

/** Stores the transaction that replaces the newest one of an attempt. False: the attempt has changed meanwhile. */
export const insertReplacement = async (
  sql: Queries,
  attempt: PayoutAttempt,
  of: {
    readonly id: string
    readonly signed: SignedPayment
    readonly signedBytes: string
    readonly at: Date
  },
): Promise<boolean> => {
  const { id: attemptId, companyId, userId } = attempt
  const { txHash, maxFeeWei, tipWei } = of.signed
  const replacement = attempt.replacement + 1
  const isOurs = await applyUpdate(
    sql,
    guardedUpdate({
      table: 'payoutAttempt',
      id: attemptId,
      from: { outcome: null, replacement: attempt.replacement },
      set: { txHash, replacement },
    }),
  )
  if (!isOurs) return false
  const fees = { maxFeeWei: String(maxFeeWei), tipWei: String(tipWei) }
  const stored = { id: of.id, attemptId, companyId, userId, replacement, txHash, ...fees }
  await sql
    .insertInto('payoutTransaction')
    .values({ ...stored, signedBytes: of.signedBytes, signedAt: of.at })
    .execute()
  return true
}

/** Payouts that are not over, counted by why they wait. */
export const countWaiting = async (sql: Queries): Promise<(readonly [string, number])[]> => {
  const rows = await sql
    .selectFrom('payout')
    .select(['reason', ({ fn }) => fn.countAll<bigint>().as('count')])
    .where('status', 'in', openSteps.map(constant))
    .groupBy('reason')
    .execute()
  return rows.map(({ reason, count }) => [reason ?? 'none', Number(count)] as const)
}

/** Whether an attempt is not over in the book: any, or one whose nonce is below a number that the chain has used. */
export const hasUnbooked = async (
  sql: Queries,
  of: { readonly network: string; readonly below: bigint | null },
): Promise<boolean> => {
  const open = sql
    .selectFrom('payoutAttempt')
    .select('id')
    .where('network', '=', of.network)
    .where('outcome', 'is', null)
    .$if(of.below !== null, (attempts) => attempts.where('nonce', '<', of.below ?? 0n))
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

const paidOf = (sql: Queries, of: { readonly network: string; readonly asset: string }) =>
  sql
    .selectFrom('payoutAttempt as attempt')
    .innerJoin('payout', 'payout.id', 'attempt.payoutId')
    .where('attempt.network', '=', of.network)
    .where('payout.asset', '=', of.asset)
    .where('attempt.outcome', '=', constant('confirmed'))

/** Ledger units that were paid after a block and are booked. For a statement that reads the book too. */
export const paidAfter = (
  sql: Queries,
  of: { readonly network: string; readonly asset: string; readonly block: bigint },
): Expression<bigint> => {
  const sum = fragment<bigint>`coalesce(sum(attempt.units), 0)`
  const paid = paidOf(sql, of).where('attempt.blockNumber', '>', of.block)
  return fragment<bigint>`(${paid.select(sum.as('units'))})`
}

/** The parts below the ledger's unit that were paid until a block. */
export const residuesPaidUntil = (
  sql: Queries,
  of: { readonly network: string; readonly asset: string; readonly block: bigint },
): Expression<bigint> => {
  const sum = fragment<bigint>`coalesce(sum(payout.residue), 0)`
  const paid = paidOf(sql, of).where('attempt.blockNumber', '<=', of.block)
  return fragment<bigint>`(${paid.select(sum.as('residue'))})`
}
