import { randomUUID } from 'node:crypto'
import { dayMs, plusMs, type Desk } from './desk.ts'
import type { EntryRow } from './entries.ts'
import { readFees } from './fees.ts'
import type { Merchant } from './merchants.ts'
import { fromCents, numericCurrency, rateText } from './money.ts'
import { eventsOf, findPayment, inUsd, statusOf, type EventType } from './payment-rows.ts'
import { Refusal } from './refusal.ts'
import { switchOf } from './settings.ts'

/** File types of `GET /files/{fileType}`, each with its webhook. */
export const fileTypes = {
  daily: { event: 'daily_file', span: 'day' },
  monthly: { event: 'monthly_file', span: 'month' },
  fee: { event: 'fee_file', span: 'month' },
  dailyTransactionFees: { event: 'daily_transaction_fees_file', span: 'day' },
  monthlyTransactionFees: { event: 'monthly_transaction_fees_file', span: 'month' },
  monthlyNonTransactionFees: { event: 'monthly_non_transaction_fees_file', span: 'month' },
  monthlyShippingFees: { event: 'monthly_shipping_fees_file', span: 'month' },
} as const

export type FileType = keyof typeof fileTypes

const transactionTypes = {
  authorisation: ['100', 'AUTHORIZATION'],
  increment: ['100', 'AUTHORIZATION'],
  decline: ['120', 'AUTHORIZATION_ADVICE'],
  reversal: ['400', 'AUTHORIZATION_REVERSAL'],
  lapse: ['400', 'AUTHORIZATION_REVERSAL'],
  clearing: ['1200', 'CAPTURE_SETTLEMENT'],
  refund: ['1400', 'REFUND_SETTLEMENT'],
} as const satisfies Record<EventType, readonly [string, string]>

const changeOf = (entry: EntryRow) => ({
  In: entry.available_cents > 0n ? fromCents(entry.available_cents) : '0.00',
  Out: entry.available_cents < 0n ? fromCents(-entry.available_cents) : '0.00',
  Balance: fromCents(entry.available_after),
})

const blank = {
  'Transaction Date': '',
  'Transaction ID': '',
  'Original Transaction ID': '',
  'Reference No': '',
  'Card (Last4)': '',
  Cardholder: '',
  Status: '',
  'Merchant Name': '',
  'Merchant ID': '',
  foreign_physical_transaction: '',
  authorization_currency: '',
  authorization_currency_name: '',
  authorization_amount: '',
  authorization_conversion_rate: '',
  settlement_currency: '',
  settlement_currency_name: '',
  settlement_amount: '',
  reap_fx_fee: '',
  reap_atm_fee: '',
  caas_fx_fee: '',
  caas_atm_fee: '',
  transaction_type: '',
  transaction_type_name: '',
  Description: '',
  In: '',
  Out: '',
  Balance: '',
  'Card ID': '',
  'MCC Padding': '',
}

type Line = typeof blank

const transactionLine = (desk: Desk, entry: EntryRow): Line => {
  const payment = findPayment(desk, entry.payment_id ?? '')
  const events = eventsOf(desk, payment.id)
  const until = events.findIndex(({ id }) => id === entry.id)
  const event = events[until]
  if (!event) throw new Error(`Entry ${entry.id} has no event`)
  const merchant = JSON.parse(payment.merchant) as Merchant
  const card = desk.db.one<{ last4: string; card_name: string }>(
    'select * from card where id = ?',
    payment.card_id,
  )
  const fee = (wanted: 'atm' | 'fx') =>
    fromCents(
      readFees(event.fees).reduce((sum, each) => (each.type === wanted ? sum + each.amountCents : sum), 0n),
    )
  const [code, name] = transactionTypes[event.type]
  return {
    ...blank,
    'Transaction Date': entry.created_at,
    'Transaction ID': event.id,
    'Original Transaction ID': events[0]?.id ?? '',
    'Reference No': payment.id,
    'Card (Last4)': card?.last4 ?? '',
    Cardholder: card?.card_name ?? '',
    Status: statusOf(events.slice(0, until + 1).map(inUsd)),
    'Merchant Name': merchant.name,
    'Merchant ID': merchant.id,
    foreign_physical_transaction:
      payment.channel !== 'ECOMMERCE' && payment.original_currency !== 'USD' ? 'Y' : 'N',
    authorization_currency: numericCurrency(payment.original_currency),
    authorization_currency_name: payment.original_currency,
    authorization_amount: fromCents(event.original_cents),
    authorization_conversion_rate: rateText(event.rate),
    settlement_currency: '840',
    settlement_currency_name: 'USD',
    settlement_amount: fromCents(event.amount_cents),
    reap_fx_fee: fee('fx'),
    reap_atm_fee: fee('atm'),
    caas_fx_fee: '0.00',
    caas_atm_fee: '0.00',
    transaction_type: code,
    transaction_type_name: name,
    ...changeOf(entry),
    'Card ID': payment.card_id,
    'MCC Padding': '0.00',
  }
}

const lineOf = (desk: Desk, entry: EntryRow): Line => {
  if (entry.type === 'TRANSACTION') return transactionLine(desk, entry)
  return {
    ...blank,
    'Transaction Date': entry.created_at,
    'Transaction ID': entry.id,
    'Reference No': entry.id,
    Description: entry.type === 'FUNDING' ? 'Funding' : 'Fee',
    ...changeOf(entry),
  }
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const csvOf = (lines: readonly Line[]): string =>
  [Object.keys(blank), ...lines.map((line) => Object.values(line))]
    .map((cells) => `${cells.map(cell).join(',')}\n`)
    .join('')

const spanOf = (span: 'day' | 'month', date: string) => ({
  from: span === 'day' ? date : `${date.slice(0, 7)}-01`,
  until: plusMs(new Date(`${date}T00:00:00.000Z`), dayMs).toISOString(),
})

const checkDate = (desk: Desk, span: 'day' | 'month', date: string): void => {
  const days = span === 'day' ? 2 : 1
  const earliest = plusMs(new Date(`${date}T00:00:00.000Z`), days * dayMs)
  if (desk.now() >= earliest) return
  const period = days === 2 ? 'two days' : 'one day'
  throw new Refusal(400, '0901001', `The provided date must be at least ${period} in the past.`, 'date')
}

/**
 * Card credits change no availableBalance, so they have no line; fee files have the lines with fees, or the
 * issuer's own.
 */
const isOf = (type: FileType, entry: EntryRow, line: Line): boolean => {
  if (type === 'monthlyShippingFees') return false
  if (type === 'monthlyNonTransactionFees') return entry.type === 'FEE'
  if (type === 'daily' || type === 'monthly') return true
  return entry.type === 'TRANSACTION' && (line.reap_fx_fee !== '0.00' || line.reap_atm_fee !== '0.00')
}

/** Makes a file of the current state and stores it. Returns its reference. */
export const makeFile = (desk: Desk, of: { type: FileType; date: string }): string => {
  if (switchOf(desk, 'filesGenerating')) {
    throw new Refusal(500, '0201002', 'The file is still being generated')
  }
  const { span } = fileTypes[of.type]
  checkDate(desk, span, of.date)
  const { from, until } = spanOf(span, of.date)
  const lines = desk.db
    .all<EntryRow>(
      `select * from entry where type in ('TRANSACTION', 'FUNDING', 'FEE') and created_at >= ? and created_at < ?
       order by created_at, seq`,
      from,
      until,
    )
    .map((entry) => ({ entry, line: lineOf(desk, entry) }))
    .filter(({ entry, line }) => isOf(of.type, entry, line))
    .map(({ line }) => line)
  if (lines.length === 0) {
    throw new Refusal(
      404,
      '0201001',
      'No data found for those parameters, please adjust the date and try again',
    )
  }
  const referenceId = randomUUID()
  const name = `${of.type}_${of.date}.csv`
  desk.db.insert('settlement_file', { reference_id: referenceId, name, csv: csvOf(lines) })
  return referenceId
}

export const fileOf = (desk: Desk, referenceId: string): { name: string; csv: string } | undefined =>
  desk.db.one('select name, csv from settlement_file where reference_id = ?', referenceId)
