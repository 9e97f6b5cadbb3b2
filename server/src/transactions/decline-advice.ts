import { declineReasonOf, declineReasons } from '@cardamom/contract/cards/declines'
import type { Decline } from '@cardamom/contract/transactions'
import type { CardSpending } from '../cards/card-limits.ts'
import type { BlockReason, CardStatus } from '../cards/card-status.ts'
import type { CardLimits } from '../providers/issuer/port.ts'

/** The present facts of the card that advice on a decline needs. */
export type CardNow = {
  readonly status: CardStatus
  readonly blockReason: BlockReason | null
  readonly availableCents: bigint
  readonly limits: CardLimits
  readonly spending: CardSpending
}

/** Reasons whose advice depends on what the card has spent. */
export const limitReasons = {
  transaction_limit_exceeded: (card: CardNow) => card.limits.paymentCents,
  daily_limit_exceeded: ({ limits, spending }: CardNow) =>
    limits.dayCents === null ? null : limits.dayCents - spending.dayCents,
  monthly_limit_exceeded: ({ limits, spending }: CardNow) =>
    limits.monthCents === null ? null : limits.monthCents - spending.monthCents,
} as const

/** What a person can do now about an earlier decline; its cause may no longer exist. */
export const declineAdvice = (
  declined: { reason: string; amountCents: bigint; availableCents: bigint | null },
  card: CardNow,
): Decline => {
  const reason = declineReasonOf(declined.reason)
  const advice = { reason, fix: declineReasons[reason].fix, available: null, missing: null }
  const inUse = card.status === 'activated'
  switch (reason) {
    case 'insufficient_funds': {
      const missing = declined.amountCents - card.availableCents
      const available = declined.availableCents
      return missing > 0n
        ? { ...advice, available, missing }
        : { ...advice, available, fix: inUse ? 'retry' : 'support' }
    }
    case 'card_frozen':
      if (inUse) return { ...advice, fix: 'retry' }
      return card.status === 'blocked' && card.blockReason === 'self' ? advice : { ...advice, fix: 'support' }
    case 'card_not_activated':
      return inUse ? { ...advice, fix: 'retry' } : advice
    case 'card_blocked':
      return inUse ? { ...advice, fix: 'retry' } : advice
    case 'transaction_limit_exceeded':
    case 'daily_limit_exceeded':
    case 'monthly_limit_exceeded': {
      const leftCents = limitReasons[reason](card)
      return leftCents === null || declined.amountCents <= leftCents ? { ...advice, fix: 'retry' } : advice
    }
    default:
      return advice
  }
}
