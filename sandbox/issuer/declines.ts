import type { CardRow } from './card-rows.ts'
import type { Desk } from './desk.ts'
import { limitOf, spentIn } from './spend-control.ts'

/** Reap's response codes that this issuer uses, each with its sentence. */
export const declineReasons = {
  '46': 'The card is no longer active.',
  '51': 'Not enough balance to complete the transaction.',
  '54': 'The card has expired.',
  '55': 'The entered PIN is incorrect.',
  '59': 'The transaction has been declined due to suspected fraud.',
  '6P': 'Verification of the provided data failed.',
  '82': 'Transaction took too long to process.',
  N7: 'The CVV entered is incorrect.',
  R1: 'The card is currently frozen.',
  R4: 'The card is not activated.',
  R6: 'The daily spending limit has been exceeded.',
  R7: 'The allowed transaction limit has been exceeded for this card.',
  R8: 'The card is blocked.',
  R13: 'The card spending limit has been exceeded.',
} as const

export type DeclineCode = keyof typeof declineReasons

export const declineCodes = Object.keys(declineReasons) as readonly DeclineCode[]

export const declineMessage = (code: string): string =>
  code in declineReasons ? declineReasons[code as DeclineCode] : 'Declined.'

const byStatus: Partial<Record<CardRow['status'], DeclineCode>> = {
  INACTIVE: 'R4',
  FROZEN: 'R1',
  BLOCKED: 'R8',
  INTERNAL_REVIEW_FAILED: 'R8',
  EXPIRED: '54',
  DELETED: '46',
}

const overLimit = (desk: Desk, card: CardRow, amountCents: bigint): DeclineCode | null => {
  const single = limitOf(card, 'transactionLimit')
  if (single !== null && amountCents > single) return 'R7'
  const spans = [
    ['dailyLimit', 'daily', 'R6'],
    ['weeklyLimit', 'weekly', 'R13'],
    ['monthlyLimit', 'monthly', 'R13'],
    ['yearlyLimit', 'yearly', 'R13'],
    ['allTimeLimit', 'allTime', 'R13'],
  ] as const
  for (const [name, span, code] of spans) {
    const limit = limitOf(card, name)
    if (limit !== null && spentIn(desk, card.id, span) + amountCents > limit) return code
  }
  return null
}

/** The reason for a decline, or null. State first, then the typed code, the limits and the money. */
export const declineFor = (
  desk: Desk,
  card: CardRow,
  attempt: { amountCents: bigint; cvv?: string | undefined },
): DeclineCode | null => {
  const state = byStatus[card.status]
  if (state) return state
  const cvv = () =>
    desk.vault.cvv({
      encrypted: card.pan_encrypted,
      expiryMonth: card.expiry_month,
      expiryYear: card.expiry_year,
    })
  if (attempt.cvv !== undefined && attempt.cvv !== cvv()) return 'N7'
  const limit = overLimit(desk, card, attempt.amountCents)
  if (limit) return limit
  return attempt.amountCents > card.credit_cents ? '51' : null
}
