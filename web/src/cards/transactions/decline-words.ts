import { declineReasons } from '@cardamom/contract/declines'
import type { Text } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import type { TransactionOnWire } from '../card-wire.ts'

export type DeclineOnWire = NonNullable<TransactionOnWire['decline']>

/** Why a payment was declined, in one sentence with its numbers. */
export const declineSentence = (t: Text<'declines'>, decline: DeclineOnWire): string => {
  const { reason, available, missing } = decline
  if (reason !== 'insufficient_funds') return t(declineReasons[reason].text)
  if (available === null) return t('other')
  const had = moneyText(available)
  return missing === null
    ? t('insufficientFundsNow', { available: had })
    : t('insufficientFunds', { available: had, missing: moneyText(missing) })
}
