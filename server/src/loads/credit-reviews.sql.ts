import { makeDue } from '../kernel/job-rows.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { applyTransition } from '../kernel/states.ts'
import { issuerTransferTransitions } from './credit-status.ts'
import { creditCallJob } from './load-credit-plans.ts'
import { lockTransfer, type IssuerTransfer, type ReviewReason } from './issuer-transfers.sql.ts'

export type DecisionChoice = 'bind' | 'foreign' | 'retry' | 'return' | 'accept'

/** What two people have decided about an operation in review. */
export type CreditDecision = {
  readonly id: string
  readonly issuer_transfer_id: string
  readonly choice: DecisionChoice
  readonly row_id: string | null
  readonly proposed_by: string
  readonly confirmed_by: string | null
}

/** An operation in review, as the people who decide see it. */
export type CreditReview = {
  readonly ref: string
  readonly status: string
  readonly amountCents: bigint
  readonly issuerCardId: string
  readonly reason: ReviewReason
  readonly reviewAt: Date
  /** `row:kind:thousandths` of each row of the card that nobody has explained. */
  readonly strayRows: readonly string[]
  readonly proposed: string | null
}

const mark = `update load set credit_review = $2, version = version + 1
  where id = $1 and status = 'crediting' and credit_review <> $2`
const confirmed = `select id, issuer_transfer_id, choice, row_id, proposed_by, confirmed_by from credit_decision
  where issuer_transfer_id = $1 and ended_at is null and confirmed_by is not null`
const end = 'update credit_decision set ended_at = $2, refusal = $3 where id = $1 and ended_at is null'
const reviews = `select l.ref, l.status, m.amount_cents as "amountCents", m.issuer_card_id as "issuerCardId",
    m.review_reason as reason, m.review_at as "reviewAt",
    array(select row_id || ':' || type || ':' || amount_mills from issuer_history_row r
      where r.issuer_card_id = m.issuer_card_id and r.status = 'stray' order by r.seen_at, r.id) as "strayRows",
    (select choice from credit_decision d where d.issuer_transfer_id = m.id and d.ended_at is null) as proposed
  from issuer_transfer m join load l on l.id = m.load_id where m.status = 'review' order by m.review_at, m.id limit 1000`
const transferOfRef = `select m.id, m.company_id from issuer_transfer m join load l on l.id = m.load_id
  where l.ref = $1 and m.status = 'review'`
const propose = `insert into credit_decision (id, company_id, issuer_transfer_id, choice, row_id, proposed_by, proposed_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`
const confirm = `update credit_decision d set confirmed_by = $2, confirmed_at = $3
  where d.issuer_transfer_id = $1 and d.ended_at is null and d.confirmed_by is null and d.proposed_by <> $2`
const withdraw = `update credit_decision set ended_at = $2, refusal = 'withdrawn'
  where issuer_transfer_id = $1 and ended_at is null and confirmed_by is null`

/** Stops an operation until people have decided. False: it has changed meanwhile. */
export const writeReview = async (
  sql: Queries,
  transfer: Pick<IssuerTransfer, 'id' | 'load_id' | 'status'>,
  of: { reason: ReviewReason; at: Date },
): Promise<boolean> => {
  const { status } = transfer
  if (status !== 'checking' && status !== 'sent' && status !== 'applied') return false
  const set = { reviewReason: of.reason, reviewFrom: status, reviewAt: of.at }
  const isOpen = await applyTransition(sql, issuerTransferTransitions, transfer, 'review.opened', { set })
  if (isOpen) await sql.run(mark, [transfer.load_id, true])
  return isOpen
}

const resumedFrom = {
  checking: 'review.resumed_before_attempt',
  sent: 'review.resumed_after_attempt',
  applied: 'review.resumed_after_credit',
} as const

/** Lets an operation go on from where it was stopped. */
export const writeResumed = async (sql: Queries, id: string): Promise<void> => {
  const transfer = await lockTransfer(sql, id)
  if (transfer?.status !== 'review' || !transfer.review_from) return
  const event = resumedFrom[transfer.review_from]
  const set = { reviewReason: null, reviewFrom: null, reviewAt: null, quietAt: null }
  await applyTransition(sql, issuerTransferTransitions, transfer, event, { set })
  await sql.run(mark, [transfer.load_id, false])
}

/** The decision that two people have made and that is not carried out yet. */
export const readDecision = (sql: Queries, issuerTransferId: string): Promise<CreditDecision | null> =>
  sql.maybe<CreditDecision>(confirmed, [issuerTransferId])

/** Ends a decision: carried out, or why it cannot be. */
export const endDecision = async (
  sql: Queries,
  of: { id: string; at: Date; refusal: string | null },
): Promise<void> => {
  await sql.run(end, [of.id, of.at, of.refusal])
}

export const listReviews = (sql: Queries): Promise<CreditReview[]> => sql.rows<CreditReview>(reviews)

type Proposal = {
  readonly id: string
  readonly ref: string
  readonly choice: DecisionChoice
  readonly rowId: string | null
  readonly by: string
  readonly at: Date
}

/** Proposes what to do. False: no credit of this load is in review, or something is proposed already. */
export const proposeDecision = async (sql: Queries, of: Proposal): Promise<boolean> => {
  const transfer = await sql.maybe<{ id: string; company_id: string }>(transferOfRef, [of.ref])
  if (!transfer) return false
  const values = [of.id, transfer.company_id, transfer.id, of.choice, of.rowId, of.by, of.at]
  return (await sql.run(propose, values)) === 1
}

/** Confirms what another person has proposed. False: nothing is proposed, or by the same person. */
export const confirmDecision = async (
  sql: Queries,
  of: { ref: string; by: string; at: Date },
): Promise<boolean> => {
  const transfer = await sql.maybe<{ id: string }>(transferOfRef, [of.ref])
  if (!transfer || (await sql.run(confirm, [transfer.id, of.by, of.at])) !== 1) return false
  await makeDue(sql, creditCallJob(transfer.id).key)
  return true
}

/** Takes back what is proposed and not confirmed. */
export const withdrawDecision = async (sql: Queries, of: { ref: string; at: Date }): Promise<boolean> => {
  const transfer = await sql.maybe<{ id: string }>(transferOfRef, [of.ref])
  return transfer !== null && (await sql.run(withdraw, [transfer.id, of.at])) === 1
}
