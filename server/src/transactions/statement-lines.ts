import { formatCents } from '@cardamom/contract/money'
import type { TransactionRecord } from './transactions.sql.ts'
import type { StatementLine } from './statement-layout.ts'

/** Returns a text of the catalogue by its full key, with its facts. */
export type StatementText = (key: string, facts?: Readonly<Record<string, string>>) => string

export type LineTexts = {
  readonly text: StatementText
  readonly dayOf: (at: Date) => string
  readonly digitsOf: (cardId: string) => string | null
  readonly locationOf: (shop: { city: string | null; country: string | null }) => string
}

const feeReasons: ReadonlySet<string> = new Set(['atm', 'fx', 'monthly'])

/** Formats cents as `$1,000.00`, with a typographic minus. */
export const dollars = (cents: bigint): string => {
  const [whole = '', fraction = ''] = formatCents(cents < 0n ? -cents : cents).split('.')
  return `${cents < 0n ? '\u2212' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

const titleOf = (row: TransactionRecord, text: StatementText): string => {
  const purpose = text(`transactionExport.values.purpose.${row.purpose}`)
  if (row.purpose === 'fee') {
    return text(`statement.fee.${feeReasons.has(row.reason ?? '') ? row.reason : 'other'}`)
  }
  if (row.purpose === 'refund' && row.merchantName !== null) {
    return text('statement.refundOf', { name: row.merchantName })
  }
  return row.merchantName ?? purpose
}

const belowOf = (row: TransactionRecord, { text, locationOf }: LineTexts): string => {
  if (row.loadGrossCents !== null) {
    const [gross, fee] = [dollars(row.loadGrossCents), dollars(row.loadFeeCents ?? 0n)]
    return text('statement.loadOf', { gross, fee })
  }
  const location = locationOf({ city: row.merchantCity, country: row.merchantCountry })
  const { originalAmount: amount, originalCurrency: currency, originalRate: rate } = row
  const original =
    amount !== null && currency !== null && rate !== null
      ? text('statement.original', { amount: `${currency} ${amount}`, rate })
      : ''
  // The title of a fee is the name of the fee. The shop shows which payment it belongs to.
  const shop = row.purpose === 'fee' ? (row.merchantName ?? '') : ''
  return [shop, location, original].filter((part) => part !== '').join(' · ')
}

const rowOf = (row: TransactionRecord, texts: LineTexts) => ({
  kind: 'row' as const,
  day: texts.dayOf(row.at),
  title: titleOf(row, texts.text),
  below: belowOf(row, texts),
  card: texts.digitsOf(row.cardId) ?? '',
})

/** A line of a row that changed the balance, with the balance after it. */
export const bookedLine = (
  row: TransactionRecord,
  balanceCents: bigint,
  texts: LineTexts,
): StatementLine => ({
  ...rowOf(row, texts),
  amount: `${row.settledCents > 0n ? '+' : ''}${dollars(row.settledCents)}`,
  balance: dollars(balanceCents),
  isIn: row.settledCents > 0n,
})

/** A line of a held row. These lines are below the closing balance. */
export const heldLine = (row: TransactionRecord, texts: LineTexts): StatementLine => {
  const line = rowOf(row, texts)
  const until =
    row.holdsUntil === null ? '' : texts.text('statement.heldUntil', { day: texts.dayOf(row.holdsUntil) })
  return {
    ...line,
    below: [line.below, until].filter((part) => part !== '').join(' · '),
    amount: dollars(-row.heldCents),
    balance: '',
    isIn: false,
  }
}
