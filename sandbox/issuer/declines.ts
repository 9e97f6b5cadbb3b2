import { controlOf, limitOf, spentThisMonth, spentToday, type CardRow } from './card-rows.ts'
import type { Desk } from './desk.ts'
import type { Channel } from './payment-rows.ts'

/** Every reason for which an authorisation is refused, with the sentence that goes with it. */
export const declineReasons = {
  insufficient_funds: 'The card has less credit than the amount',
  card_frozen: 'The card is frozen',
  card_blocked: 'The card is blocked',
  card_not_activated: 'The card has not been activated',
  card_expired: 'The card has expired',
  card_closed: 'The card is closed or replaced',
  merchant_blocked: 'This kind of merchant is blocked for the card',
  incorrect_cvv: 'The security code is wrong',
  incorrect_pin: 'The PIN is wrong',
  atm_disabled: 'Cash machines are off for this card',
  online_disabled: 'Online payments are off for this card',
  transaction_limit_exceeded: 'The amount is above the limit for one payment',
  daily_limit_exceeded: "The amount is above what is left of today's limit",
  monthly_limit_exceeded: "The amount is above what is left of this month's limit",
  suspected_fraud: 'The payment looked like fraud',
} as const

export type DeclineCode = keyof typeof declineReasons

export const declineCodes = Object.keys(declineReasons) as readonly DeclineCode[]

export const declineMessage = (code: string): string =>
  code in declineReasons ? declineReasons[code as DeclineCode] : 'Declined'

export type Attempt = {
  readonly amountCents: bigint
  readonly channel: Channel
  readonly mcc: string
  readonly cvv?: string | undefined
}

const byStatus: Partial<Record<CardRow['status'], DeclineCode>> = {
  INACTIVE: 'card_not_activated',
  FROZEN: 'card_frozen',
  BLOCKED: 'card_blocked',
  EXPIRED: 'card_expired',
  REPLACED: 'card_closed',
  CLOSED: 'card_closed',
}

const overLimit = (desk: Desk, card: CardRow, amountCents: bigint): DeclineCode | null => {
  const [single, daily, monthly] = [
    limitOf(card, 'transactionLimit'),
    limitOf(card, 'dailyLimit'),
    limitOf(card, 'monthlyLimit'),
  ]
  if (single !== null && amountCents > single) return 'transaction_limit_exceeded'
  if (daily !== null && spentToday(desk, card.id) + amountCents > daily) return 'daily_limit_exceeded'
  if (monthly !== null && spentThisMonth(desk, card.id) + amountCents > monthly)
    return 'monthly_limit_exceeded'
  return null
}

/** Why the issuer says no, or null. State first, then the card's rules, then the money. */
export const declineFor = (desk: Desk, card: CardRow, attempt: Attempt): DeclineCode | null => {
  const state = byStatus[card.status]
  if (state) return state
  const cvv = () =>
    desk.vault.cvv({ sealed: card.pan_sealed, expiryMonth: card.expiry_month, expiryYear: card.expiry_year })
  if (attempt.cvv !== undefined && attempt.cvv !== cvv()) return 'incorrect_cvv'
  const control = controlOf(card)
  if (attempt.channel === 'ATM' && !control.atmEnabled) return 'atm_disabled'
  const online = attempt.channel === 'ECOMMERCE' || attempt.channel === 'RECURRING'
  if (online && !control.onlineEnabled) return 'online_disabled'
  if (control.blockedMccs.includes(attempt.mcc)) return 'merchant_blocked'
  const limit = overLimit(desk, card, attempt.amountCents)
  if (limit) return limit
  return attempt.amountCents > card.credit_cents ? 'insufficient_funds' : null
}
