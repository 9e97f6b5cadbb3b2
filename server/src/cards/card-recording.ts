import type { WriteTransaction } from '../kernel/jobs.ts'
import type { CardRecord } from './card-record.ts'
import { lockCard } from './cards.sql.ts'

const factsOf = ({ status, pendingCall, blockReason, refusal, lastDigits, limits }: CardRecord) => ({
  status,
  pendingCall,
  blockReason,
  refusal,
  lastDigits,
  ...limits,
})

const aboutCard = ({ id, companyId, userId }: CardRecord) =>
  ({ entity: 'card', entityId: id, companyId, userId }) as const

/** Runs what a job does with a card, and records for the audit how the card differs afterwards. */
export const recordingCard = async <T>(
  tx: WriteTransaction,
  cardId: string,
  use: () => Promise<T>,
): Promise<T> => {
  const before = await lockCard(tx.sql, cardId)
  const result = await use()
  const after = await lockCard(tx.sql, cardId)
  if (after)
    tx.recordChange({ ...aboutCard(after), before: before && factsOf(before), after: factsOf(after) })
  return result
}
