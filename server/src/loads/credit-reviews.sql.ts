import { sql as fragment, type NotNull, type Selectable } from 'kysely'
import { publicRef } from '../kernel/ids.ts'
import { makeDue } from '../kernel/job-rows.sql.ts'
import { changedOne, type Queries } from '../kernel/queries.ts'
import type { CreditDecision as Columns } from '../kernel/schema.ts'
import { applyTransition } from '../kernel/states.ts'
import { issuerTransferTransitions } from './credit-status.ts'
import { lockTransfer, type IssuerTransfer, type ReviewReason } from './issuer-transfers.sql.ts'
import { creditCallJob } from './load-credit-plans.ts'

/** What two people decide about an operation in review. */
export type CreditDecision = Readonly<Selectable<Columns>>
export type DecisionChoice = CreditDecision['choice']

const mostListed = 1000

/** Records on the load whether people decide about its credit. */
const markLoad = async (sql: Queries, loadId: string | null, creditReview: boolean): Promise<void> => {
  if (loadId === null) return
  await sql
    .updateTable('load')
    .set(({ eb }) => ({ creditReview, version: eb('version', '+', 1) }))
    .where('id', '=', loadId)
    .where('status', '=', 'crediting')
    .where('creditReview', '<>', creditReview)
    .execute()
}

/** Stops an operation until people have decided. False: it has changed meanwhile. */
export const writeReview = async (
  sql: Queries,
  transfer: Pick<IssuerTransfer, 'id' | 'loadId' | 'status'>,
  of: { reason: ReviewReason; at: Date },
): Promise<boolean> => {
  const { status } = transfer
  if (status !== 'checking' && status !== 'sent' && status !== 'applied') return false
  const set = { reviewReason: of.reason, reviewFrom: status, reviewAt: of.at }
  const isOpen = await applyTransition(sql, issuerTransferTransitions, transfer, 'review.opened', { set })
  if (isOpen) await markLoad(sql, transfer.loadId, true)
  return isOpen
}

const resumedFrom = {
  checking: 'review.resumed_before_attempt',
  sent: 'review.resumed_after_attempt',
  applied: 'review.resumed_after_credit',
} as const

/** Resumes an operation where it was stopped. */
export const writeResumed = async (sql: Queries, id: string): Promise<void> => {
  const transfer = await lockTransfer(sql, id)
  if (transfer?.status !== 'review' || !transfer.reviewFrom) return
  const event = resumedFrom[transfer.reviewFrom]
  const set = { reviewReason: null, reviewFrom: null, reviewAt: null, absentSince: null }
  await applyTransition(sql, issuerTransferTransitions, transfer, event, { set })
  await markLoad(sql, transfer.loadId, false)
}

/** The confirmed decision that is not carried out yet. */
export const readDecision = async (sql: Queries, issuerTransferId: string): Promise<CreditDecision | null> =>
  (await sql
    .selectFrom('creditDecision')
    .selectAll()
    .where('issuerTransferId', '=', issuerTransferId)
    .where('endedAt', 'is', null)
    .where('confirmedBy', 'is not', null)
    .executeTakeFirst()) ?? null

/** Ends a decision: carried out, or refused with a reason. */
export const endDecision = async (
  sql: Queries,
  of: { id: string; at: Date; refusal: string | null },
): Promise<void> => {
  const open = sql.updateTable('creditDecision').where('id', '=', of.id).where('endedAt', 'is', null)
  await open.set({ endedAt: of.at, refusal: of.refusal }).execute()
}

const transfersInReview = (sql: Queries) =>
  sql
    .selectFrom('issuerTransfer as transfer')
    .leftJoin('load', 'load.id', 'transfer.loadId')
    .where('transfer.status', '=', 'review')

type OtherOrigin = Pick<IssuerTransfer, 'walletTransferId' | 'walletAdjustmentId' | 'loadReversalId'>
const otherOrigins = [
  'transfer.walletTransferId',
  'transfer.walletAdjustmentId',
  'transfer.loadReversalId',
] as const

/** The reference of a transfer from a wallet, of an adjustment, or of the reversal of a load. */
const refOf = ({ walletTransferId, walletAdjustmentId, loadReversalId }: OtherOrigin): string => {
  if (walletTransferId !== null) return publicRef('T', walletTransferId)
  return walletAdjustmentId === null
    ? publicRef('R', loadReversalId ?? '')
    : publicRef('A', walletAdjustmentId)
}

/**
 * Operations in review with what people need for the decision; `strayRows`: `row:kind:thousandths` of each.
 */
export const listReviews = async (sql: Queries) =>
  (await reviews(sql).execute()).map(
    ({ ref, walletTransferId, walletAdjustmentId, loadReversalId, status, ...review }) => ({
      ...review,
      ref: ref ?? refOf({ walletTransferId, walletAdjustmentId, loadReversalId }),
      status: status ?? 'crediting',
    }),
  )
const reviews = (sql: Queries) =>
  transfersInReview(sql)
    .select(['load.ref', 'load.status', ...otherOrigins])
    .select(['transfer.amountCents', 'transfer.issuerCardId'])
    .select(['transfer.reviewReason as reason', 'transfer.reviewAt'])
    .select((where) => [
      fragment<string[]>`array(${where
        .selectFrom('issuerHistoryRow as row')
        .select(fragment<string>`row_id || ':' || type || ':' || amount_mills`.as('said'))
        .whereRef('row.issuerCardId', '=', 'transfer.issuerCardId')
        .where('row.status', '=', 'stray')
        .orderBy('row.seenAt')
        .orderBy('row.id')})`.as('strayRows'),
      where
        .selectFrom('creditDecision as decision')
        .select('decision.choice')
        .whereRef('decision.issuerTransferId', '=', 'transfer.id')
        .where('decision.endedAt', 'is', null)
        .as('proposed'),
    ])
    .orderBy('transfer.reviewAt')
    .orderBy('transfer.id')
    .limit(mostListed)
    .$narrowType<{ reason: NotNull; reviewAt: NotNull }>()
export type CreditReview = Readonly<Awaited<ReturnType<typeof listReviews>>[number]>

/** The credit in review with this reference: that of a load, or one that the id of a transfer or adjustment makes. */
const findInReview = async (sql: Queries, ref: string) => {
  const found = transfersInReview(sql).select(['transfer.id', 'transfer.companyId'])
  const ofLoad = await found.where('load.ref', '=', ref).executeTakeFirst()
  if (ofLoad) return ofLoad
  const others = await found.select(otherOrigins).where('transfer.loadId', 'is', null).execute()
  return others.find((other) => refOf(other) === ref)
}

/** The decision that is proposed and not confirmed. */
const changeProposed = (sql: Queries, issuerTransferId: string) =>
  sql
    .updateTable('creditDecision')
    .where('issuerTransferId', '=', issuerTransferId)
    .where('endedAt', 'is', null)
    .where('confirmedBy', 'is', null)

type Proposal = Pick<CreditDecision, 'id' | 'choice' | 'rowId'> & {
  readonly ref: string
  readonly by: string
  readonly at: Date
}

/** Proposes a decision. False: no credit of this load is in review, or a proposal exists. */
export const proposeDecision = async (sql: Queries, of: Proposal): Promise<boolean> => {
  const transfer = await findInReview(sql, of.ref)
  if (!transfer) return false
  const { id, choice, rowId, by: proposedBy, at: proposedAt } = of
  const { id: issuerTransferId, companyId } = transfer
  return changedOne(
    await sql
      .insertInto('creditDecision')
      .values({ id, companyId, issuerTransferId, choice, rowId, proposedBy, proposedAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow(),
  )
}

/** Confirms another person's proposal. False: there is no proposal, or it is by the same person. */
export const confirmDecision = async (
  sql: Queries,
  of: { ref: string; by: string; at: Date },
): Promise<boolean> => {
  const transfer = await findInReview(sql, of.ref)
  if (!transfer) return false
  const byAnother = changeProposed(sql, transfer.id).where('proposedBy', '<>', of.by)
  const confirmed = byAnother.set({ confirmedBy: of.by, confirmedAt: of.at })
  if (!changedOne(await confirmed.executeTakeFirstOrThrow())) return false
  await makeDue(sql, creditCallJob(transfer.id).key)
  return true
}

/** Withdraws a proposal that is not confirmed. */
export const withdrawDecision = async (sql: Queries, of: { ref: string; at: Date }): Promise<boolean> => {
  const transfer = await findInReview(sql, of.ref)
  if (!transfer) return false
  const withdrawn = changeProposed(sql, transfer.id).set({ endedAt: of.at, refusal: 'withdrawn' })
  return changedOne(await withdrawn.executeTakeFirstOrThrow())
}
