import type { TransactionRow } from '@cardamom/contract/transactions'
import { dollars, type StatementText } from './statement-lines.ts'

export type ReceiptFact = readonly [name: string, value: string]

/** The texts that a receipt needs besides the row. */
export type ReceiptTexts = {
  readonly text: StatementText
  readonly zonedOf: (at: Date) => string
  readonly locationOf: (shop: { city: string | null; country: string | null }) => string
}

export type ReceiptCard = { readonly form: string; readonly lastDigits: string | null }

const feeTypes: ReadonlySet<string> = new Set(['atm', 'fx', 'monthly'])
const feeName = (text: StatementText, type: string | null) =>
  text(`statement.fee.${type !== null && feeTypes.has(type) ? type : 'other'}`)

/** The title of a receipt: the shop, or the row's purpose where it has no shop. */
export const receiptTitle = (row: TransactionRow, text: StatementText): string => {
  const purpose = text(`transactionExport.values.purpose.${row.purpose}`)
  if (row.purpose === 'fee') return feeName(text, row.reason)
  const name = row.merchant?.name ?? ''
  if (name === '') return purpose
  return row.purpose === 'refund' ? text('statement.refundOf', { name }) : name
}

/** The lines that explain the total of a payment: the local amount, its rate, the fees. */
const sumFacts = (row: TransactionRow, text: StatementText): ReceiptFact[] => {
  const { original, fees, total, load } = row
  const requested: ReceiptFact[] =
    original === null
      ? []
      : [[text('transactions.detail.original'), `${original.currency} ${original.amount}`]]
  const rated: ReceiptFact[] =
    original === null || original.rate === null
      ? []
      : [
          [
            text('transactions.detail.rate'),
            text('transactions.detail.rateOf', { amount: `${original.rate} ${original.currency}` }),
          ],
        ]
  const feeCents = fees.reduce((sum, { amount }) => sum + amount, 0n)
  const charged: ReceiptFact[] =
    fees.length === 0
      ? []
      : [
          [text('transactions.detail.beforeFees'), dollars(total + feeCents)],
          ...fees.map(({ type, amount }): ReceiptFact => [feeName(text, type), dollars(-amount)]),
        ]
  const loaded: ReceiptFact[] =
    load === null
      ? []
      : [
          [text('transactions.detail.gross'), dollars(load.gross)],
          [text('transactions.detail.fee'), dollars(-load.fee)],
        ]
  return [...requested, ...rated, ...charged, ...loaded, [text('transactions.detail.total'), dollars(total)]]
}

/** The lines of a receipt in their order. An unknown value has no line. */
export const receiptFacts = (
  of: {
    readonly row: TransactionRow
    readonly holder: string
    readonly card: ReceiptCard
    readonly authorisationCode: string | null
  },
  { text, zonedOf, locationOf }: ReceiptTexts,
): ReceiptFact[] => {
  const { row, card } = of
  const { merchant, settledAt } = row
  const from = row.authorisedAt ?? row.at
  const location = merchant === null ? '' : locationOf(merchant)
  const isSettledLater = settledAt !== null && settledAt.getTime() !== from.getTime()
  const facts: (ReceiptFact | null)[] = [
    [text('statement.receipt.status'), text(`statement.receipt.${row.status}`)],
    merchant === null ? null : [text('statement.receipt.merchant'), merchant.name],
    location === '' ? null : [text('transactions.detail.location'), location],
    [text('transactions.detail.date'), zonedOf(from)],
    isSettledLater ? [text('transactions.detail.settledAt'), zonedOf(settledAt)] : null,
    ...sumFacts(row, text),
    [
      text('transactions.detail.card'),
      text('transactions.detail.cardForm', { form: card.form, digits: card.lastDigits ?? '' }),
    ],
    [text('statement.name'), of.holder],
    of.authorisationCode === null ? null : [text('transactions.detail.code'), of.authorisationCode],
    [text('transactions.detail.reference'), row.id],
  ]
  return facts.filter((fact) => fact !== null)
}
