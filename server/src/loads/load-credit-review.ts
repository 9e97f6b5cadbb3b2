import type { OptionalNextRun } from '../kernel/call-declaration.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Work } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import type { BalanceHistoryRow } from '../providers/issuer/port.ts'
import { readFreshRows } from './card-standing.ts'
import { insertStrayRows, listStrayRows, writeForeign } from './credit-history.sql.ts'
import { originOf, writeBound, type IssuerTransfer, type ReviewReason } from './issuer-transfers.sql.ts'
import {
  endDecision,
  readDecision,
  writeResumed,
  writeReview,
  type CreditDecision,
} from './credit-reviews.sql.ts'
import type { CreditEndings } from './load-credit-ending.ts'
import type { TellOfCredit } from './load-credit-news.ts'
import { findCredit } from './load-credit-proof.ts'
import { isRow, type CreditReads } from './load-credit-reads.ts'
import type { LoadsNeeds } from './load-needs.ts'

/** How often an operation in review checks for a decision, or for a delayed row that settles it. */
const reviewEveryMs = 5 * 60_000

/**
 * Two people decide about credits that the issuer cannot prove. Until then the card gets no other credit
 * (providers §4).
 */
export const createCreditReviews = (deps: {
  ids: Ids
  clock: Clock
  log: Log
  needs: Pick<LoadsNeeds, 'issuer'>
  reads: CreditReads
  endings: CreditEndings
  tell: TellOfCredit<ReviewReason>
}) => {
  const { ids, clock, log, needs, reads, endings } = deps
  const later = () => ({ againAt: after(clock.now(), reviewEveryMs) })

  /** Stops the operation and tells people, with the unexplained rows. */
  const open = async (
    work: Work,
    transfer: IssuerTransfer,
    { reason, rows }: { reason: ReviewReason; rows: readonly BalanceHistoryRow[] },
  ): Promise<OptionalNextRun> => {
    const at = clock.now()
    await work.write(async (tx) => {
      await insertStrayRows(tx.sql, { ids, transfer, at }, rows)
      if (!(await writeReview(tx.sql, transfer, { reason, at }))) return
      await deps.tell(tx, transfer, reason)
      const entityId = originOf(transfer)
      log.error('The outcome of a credit is unknown: two people must decide', null, { entityId, reason })
    })
    return later()
  }

  const findRow = async (
    work: Work,
    { issuerCardId }: IssuerTransfer,
    rowId: string,
  ): Promise<BalanceHistoryRow | undefined> => {
    const strays = await work.read((sql) => listStrayRows(sql, issuerCardId))
    const stray = strays.find((row) => row.rowId === rowId)
    if (stray) return { ...stray, status: 'completed', isAllocation: true }
    const fresh = await readFreshRows(needs.issuer, work, issuerCardId)
    return fresh.outcome === 'ok' ? fresh.value.find((row) => row.rowId === rowId) : undefined
  }

  /** Binds a row to the credit. Null: done. Otherwise the reason why it is impossible. */
  const bind = async (work: Work, transfer: IssuerTransfer, rowId: string): Promise<string | null> => {
    const row = await findRow(work, transfer, rowId)
    if (!row) return 'row_not_found'
    if (findCredit([row], transfer.amountCents).outcome !== 'ok') return 'row_differs'
    await endings.finish(work, transfer, row)
    return null
  }

  const setAside = (work: Work, transfer: IssuerTransfer, rowId: string): Promise<string | null> =>
    work.write(async ({ sql }) => {
      const { issuerCardId } = transfer
      if (!(await writeForeign(sql, { issuerCardId, rowId }))) return 'row_not_found'
      if ((await listStrayRows(sql, issuerCardId)).length === 0) await writeResumed(sql, transfer.id)
      return null
    })

  const carryOut = async (
    work: Work,
    transfer: IssuerTransfer,
    of: CreditDecision,
  ): Promise<string | null> => {
    const isOnCard = transfer.reviewFrom === 'applied'
    switch (of.choice) {
      case 'bind':
        return transfer.reviewFrom === 'checking' ? 'never_sent' : bind(work, transfer, of.rowId ?? '')
      case 'foreign':
        return setAside(work, transfer, of.rowId ?? '')
      case 'accept':
        if (!isOnCard) return 'not_applied'
        await work.write(({ sql }) => writeBound(sql, transfer.id))
        return null
      default:
        if (isOnCard) return 'applied_already'
        await endings.refuse(work, transfer, {
          code: `decided_${of.choice}`,
          to: of.choice === 'retry' ? 'held' : 'credit_failed',
        })
        return null
    }
  }

  /** Finds a delayed row that settles the credit, so that people need not decide. */
  const settleByRow = async (work: Work, transfer: IssuerTransfer): Promise<boolean> => {
    const { reviewFrom, reviewReason } = transfer
    if (!reviewFrom || reviewFrom === 'checking' || reviewReason === 'foreign_row') return false
    const found = await reads.findEffect(work, { ...transfer, status: reviewFrom })
    if (found.outcome !== 'ok' || !isRow(found.value)) return false
    await endings.finish(work, transfer, found.value)
    return true
  }

  /** Carries out the decision of two people. Until there is one, a delayed row may settle the credit. */
  const goOn = async (work: Work, transfer: IssuerTransfer): Promise<OptionalNextRun> => {
    const decision = await work.read((sql) => readDecision(sql, transfer.id))
    if (!decision) return (await settleByRow(work, transfer)) ? undefined : later()
    const refusal = await carryOut(work, transfer, decision)
    await work.write(({ sql }) => endDecision(sql, { id: decision.id, at: clock.now(), refusal }))
    if (refusal)
      log.error('A decision about a credit cannot be carried out', null, {
        entityId: originOf(transfer),
        refusal,
      })
    return { againAt: clock.now() }
  }
  return { open, goOn }
}
export type CreditReviews = ReturnType<typeof createCreditReviews>
