import type { Clock } from '../../server/src/kernel/clock.ts'
import type { Ids } from '../../server/src/kernel/ids.ts'
import type { Journal } from '../../server/src/kernel/plan.ts'
import { cardFeedJournal, nothingFed } from '../../server/src/transactions/card-feed.ts'

export type LoadCard = { readonly ownerId: string; readonly companyId: string }

/** Journals of two legs, as events of the card feed make them. */
export const createFeed =
  ({ ids, clock }: { ids: Ids; clock: Clock }) =>
  (
    card: LoadCard,
    event: { type: 'authorisation' | 'clearing' | 'refund'; amountCents: bigint; effectiveAt?: Date },
  ): Journal => {
    const id = ids.next()
    const { type, amountCents, effectiveAt = clock.now() } = event
    const floatingCents = type === 'authorisation' ? amountCents : 0n
    const settledCents = type === 'clearing' ? amountCents : type === 'refund' ? -amountCents : 0n
    const journal = cardFeedJournal({
      event: { id, type, amountCents },
      before: nothingFed,
      after: { floatingCents, settledCents },
      card,
      transactionId: id,
      effectiveAt,
    })
    if (!journal) throw new Error('The event changes nothing')
    return journal
  }
