import type { Ids } from '../kernel/ids.ts'
import type { JobDraft, JournalDetail } from '../kernel/plan.ts'
import { issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import { creditCallJob, newCreditRow } from '../loads/load-credit-plans.ts'
import { adjustmentReference } from './adjustment-postings.ts'
import type { AdjustmentRecord } from './wallet-adjustments.sql.ts'

/** The float of a credit that is promised to a call. */
export const inFlight = (
  of: { id: string; part: number; amountCents: bigint; now: Date },
  detail?: JournalDetail,
) => ({
  reference: adjustmentReference(of.id),
  refId: of.id,
  attempt: of.part,
  amountCents: of.amountCents,
  effectiveAt: of.now,
  ...(detail ? { detail } : {}),
})

/** The call at the issuer of an adjustment. Its key is that of every credit, so the same commands of the operator find it. */
const callJob = (issuerTransferId: string): JobDraft => ({
  ...creditCallJob(issuerTransferId),
  name: 'wallets.adjust_card',
})

/** A call at the issuer: its row, and the journal that takes the float of a credit before it. */
export const callOf = (of: {
  readonly ids: Ids
  readonly id: string
  readonly companyId: string
  readonly issuerCardId: string
  readonly type: 'credit' | 'debit'
  readonly amountCents: bigint
  readonly part: number
  readonly now: Date
}) => {
  const { type, amountCents } = of
  const callId = of.ids.next()
  return {
    journals: type === 'credit' ? [issuerTransferStarted(inFlight(of))] : [],
    row: newCreditRow({
      id: callId,
      companyId: of.companyId,
      walletAdjustmentId: of.id,
      part: of.part,
      issuerCardId: of.issuerCardId,
      amountCents: type === 'credit' ? amountCents : -amountCents,
      startedAt: of.now,
    }),
    job: callJob(callId),
  }
}

/** The payload of its events. */
export const factsOf = (
  cardId: string,
  { type, amountCents }: Pick<AdjustmentRecord, 'type' | 'amountCents'>,
) => ({
  cardId,
  type,
  amountCents: String(amountCents),
})
