import type { TransactionOnWire } from '@cardamom/contract/transactions'
import { declineReasons } from '@cardamom/contract/cards/declines'
import type { Text } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { centsOf, differenceOf, sizeOf } from '../kernel/cents.ts'

export type DeclineOnWire = NonNullable<TransactionOnWire['decline']>

/**
 * Why a payment was declined, in one sentence with its numbers. The balance and the missing amount are those
 * of that time, so that they add up to the payment's amount. The amount that is missing now (`missing`) may
 * differ; only the button uses it.
 */
export const declineSentence = (t: Text<'declines'>, decline: DeclineOnWire, amount: string): string => {
  const { reason, available, missing } = decline
  if (reason !== 'insufficient_funds') return t(declineReasons[reason].text)
  if (available === null) return t('other')
  const had = moneyText(available)
  if (missing === null) return t('insufficientFundsNow', { available: had })
  const lacked = differenceOf(sizeOf(amount), available)
  // The issuer may request more than the amount, for example a fee.
  return centsOf(lacked) > 0n
    ? t('insufficientFunds', { available: had, missing: moneyText(lacked) })
    : t('other')
}
