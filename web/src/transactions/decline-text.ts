import type { TransactionOnWire } from '@cardamom/contract/transactions'
import { declineReasons } from '@cardamom/contract/cards/declines'
import type { Text } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { centsOf, differenceOf, sizeOf } from '../kernel/cents.ts'

export type DeclineOnWire = NonNullable<TransactionOnWire['decline']>

/**
 * Why a payment was declined, in one sentence with its numbers: what was there and what lacked are of that moment, so
 * that they add up to its amount. What lacks now (`missing`) may be another sum: it is the button's.
 */
export const declineSentence = (t: Text<'declines'>, decline: DeclineOnWire, amount: string): string => {
  const { reason, available, missing } = decline
  if (reason !== 'insufficient_funds') return t(declineReasons[reason].text)
  if (available === null) return t('other')
  const had = moneyText(available)
  if (missing === null) return t('insufficientFundsNow', { available: had })
  const lacked = differenceOf(sizeOf(amount), available)
  // The issuer may ask for more than the amount, as for a fee that it adds.
  return centsOf(lacked) > 0n
    ? t('insufficientFunds', { available: had, missing: moneyText(lacked) })
    : t('other')
}
