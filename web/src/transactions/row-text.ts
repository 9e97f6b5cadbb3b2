import type { TransactionOnWire } from '@cardamom/contract/transactions'
import { ArrowDownLeft, ArrowLeftRight, CreditCard, Percent, Undo2, type LucideIcon } from 'lucide-react'
import type { Text } from '../kernel/i18n.tsx'
import { coinText, moneyText } from '../kernel/money-text.ts'
import type { DiscTone } from '../ui/list-row.tsx'
import { sumOf } from '../kernel/cents.ts'
import { categoryIcon } from './category-icon.ts'

type Original = NonNullable<TransactionOnWire['original']>

/** `S/ 377.00`; a currency without decimals as `5,000 JPY`. */
export const originalText = ({ amount, currency }: Original): string =>
  amount.includes('.') ? moneyText(amount, { currency }) : coinText({ amount, asset: currency })

const speeds = ['regular', 'immediate'] as const
const feeKinds = ['atm', 'fx', 'monthly'] as const

/** The shop's name; a row without a shop has the name of its purpose. */
export const merchantName = (
  t: Text<'transactions'>,
  { merchant, purpose, sender }: TransactionOnWire,
): string => {
  if (sender !== null) return sender
  if (merchant !== null && merchant.name !== '') return merchant.name
  return purpose === 'purchase' ? t('row.payment') : t(`purposes.${purpose}`)
}

/** The title of a row. */
export const rowTitle = (t: Text<'transactions'>, row: TransactionOnWire): string => {
  const merchant = merchantName(t, row)
  if (row.load !== null) {
    const { speed } = row.load
    return t(`row.load.${speeds.find((each) => each === speed) ?? 'other'}`)
  }
  if (row.purpose === 'refund')
    return t(row.reason === 'chargeback' ? 'row.chargeback' : 'row.refund', { merchant })
  if (row.purpose === 'fee') return feeName(t, row.reason)
  return merchant
}

/** The name of a fee of the card issuer. */
export const feeName = (t: Text<'transactions'>, type: string | null): string =>
  t(`row.fee.${feeKinds.find((kind) => kind === type) ?? 'other'}`)

/** The text below the title: the amount that the shop requested, the shop of a fee, else the kind of shop. */
export const rowBelow = (
  t: Text<'transactions'>,
  row: TransactionOnWire,
  dateOf: (instant: string) => string,
): string => {
  if (row.load !== null) {
    return t('row.lessFee', { gross: moneyText(row.load.gross), fee: moneyText(row.load.fee) })
  }
  if (row.status === 'released') return t('row.nothingCharged')
  if (row.purpose === 'refund' && row.refundOf !== null)
    return t('row.refundFor', { date: dateOf(row.refundOf) })
  if (row.purpose === 'fee') return merchantName(t, row)
  const about =
    row.original === null
      ? t(row.category === null ? `purposes.${row.purpose}` : `categories.${row.category}`)
      : row.status === 'declined' || row.original.rate === null
        ? originalText(row.original)
        : t('row.atRate', { amount: originalText(row.original), rate: row.original.rate })
  if (row.fees.length === 0) return about
  return t('row.withFees', { about, fees: moneyText(sumOf(row.fees.map(({ amount }) => amount))) })
}

/** Icon and colour of a row: received money is green, held money amber, a declined payment red. */
export const rowDisc = (row: TransactionOnWire): { icon: LucideIcon; tone: DiscTone } => {
  const icon = categoryIcon(row.category, row.merchant?.mcc)
  if (row.status === 'declined') return { icon, tone: 'bad' }
  if (row.status === 'floating') return { icon, tone: 'warn' }
  switch (row.purpose) {
    case 'load':
      return { icon: ArrowDownLeft, tone: 'good' }
    case 'refund':
      return { icon: Undo2, tone: 'good' }
    case 'fee':
      return { icon: Percent, tone: 'neutral' }
    case 'transfer':
    case 'adjustment':
      return { icon: ArrowLeftRight, tone: row.amount.startsWith('-') ? 'neutral' : 'good' }
    case 'card_price':
      return { icon: CreditCard, tone: 'neutral' }
    default:
      return { icon, tone: 'neutral' }
  }
}
