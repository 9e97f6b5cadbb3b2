import type { WriteTransaction } from '../kernel/jobs.ts'
import type { IssuerTransfer, ReviewReason } from './issuer-transfers.sql.ts'
import { readLoadById } from './loads.sql.ts'

/** Announces what became of a credit, in the transaction that records it. */
export type TellOfCredit<Fact> = (tx: WriteTransaction, transfer: IssuerTransfer, fact: Fact) => Promise<void>

const loadOf = async ({ sql }: WriteTransaction, { loadId }: IssuerTransfer) => {
  const load = loadId === null ? null : await readLoadById(sql, loadId)
  if (!load) throw new Error('A credit of a load has no load')
  const { id: entityId, companyId, userId, ref } = load
  return { entityId, companyId, userId, ref }
}

/** Two people have to decide about the credit of a load. */
export const tellReview: TellOfCredit<ReviewReason> = async (tx, transfer, reason) => {
  const { ref, ...load } = await loadOf(tx, transfer)
  tx.emit({ type: 'load.credit_review_opened', ...load, payload: { ref, reason } })
}

/** The card of a credited load has a credit at the issuer that nothing explains. */
export const tellStray: TellOfCredit<null> = async (tx, transfer) => {
  const { ref: _ref, ...load } = await loadOf(tx, transfer)
  tx.emit({ type: 'load.stray_credit_found', ...load, userId: null })
}
