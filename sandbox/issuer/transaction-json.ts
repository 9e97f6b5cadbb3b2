import { twoLetters } from '../kyc/country-codes.ts'
import { declineMessage } from './declines.ts'
import type { Desk } from './desk.ts'
import { readFees } from './fees.ts'
import type { Merchant } from './merchants.ts'
import { fromCents, numericCurrency, rateText, toNumber } from './money.ts'
import { eventsOf, inOriginal, inUsd, statusOf, tally } from './payment-rows.ts'
import type { EventType, PaymentEventRow, PaymentRow, PaymentStatus } from './payment-rows.ts'

/** Reap's five names for the events of a transaction. */
export const lifecycleName = {
  authorisation: 'authorization',
  increment: 'authorization',
  decline: 'authorization.advice',
  reversal: 'authorization.reversal',
  lapse: 'authorization.reversal',
  clearing: 'authorization.clearing',
  refund: 'refund',
} as const satisfies Record<EventType, string>

const entryModes = {
  POS: { code: '07', description: 'Contactless chip using VSDC rules' },
  ECOMMERCE: { code: '01', description: 'Key entry' },
  ATM: { code: '05', description: 'Chip card read-data reliable' },
  VISA_DIRECT: { code: '00', description: 'Terminal not used' },
} as const

const merchantData = (merchant: Merchant, country: string) => ({
  merchant_id: merchant.id,
  merchant_name: merchant.name,
  merchant_city: merchant.city,
  merchant_post_code: null,
  merchant_state: null,
  merchant_country: country,
  mcc_category: merchant.category,
  mcc_code: merchant.mcc,
})

const feesJson = (events: readonly PaymentEventRow[]) => {
  const cleared = events.filter(({ type }) => type === 'clearing')
  const authorised = events.filter(({ type }) => type === 'authorisation' || type === 'increment')
  const counted = cleared.length > 0 ? cleared : authorised
  const sum = (wanted: 'atm' | 'fx') =>
    fromCents(
      counted
        .flatMap(({ fees }) => readFees(fees))
        .reduce((total, { type, amountCents }) => (type === wanted ? total + amountCents : total), 0n),
    )
  return { atm_fees: sum('atm'), fx_fees: sum('fx') }
}

/** The main amount of a transaction: held, else cleared, else refunded, else requested. */
const amountOf = (events: readonly PaymentEventRow[], unit: typeof inUsd): bigint => {
  const { held, cleared, refunded, authorised } = tally(events.map(unit))
  if (held > 0n) return held
  if (cleared > 0n) return cleared
  if (refunded > 0n) return refunded
  const [first] = events.map(unit)
  return authorised > 0n ? authorised : (first?.cents ?? 0n)
}

const declineOf = (event: PaymentEventRow | undefined) =>
  event?.decline_code
    ? { response_code: event.decline_code, description: declineMessage(event.decline_code) }
    : {}

const common = (payment: PaymentRow, events: readonly PaymentEventRow[]) => ({
  id: payment.id,
  card_id: payment.card_id,
  bill_currency: '840',
  transaction_currency: numericCurrency(payment.original_currency),
  conversion_rate: `${rateText(payment.rate)}00000`,
  channel: payment.channel,
  pos_entry_mode: entryModes[payment.channel],
  fees: feesJson(events),
  mcc_padding_amount: 0,
  wallet: null,
  cleared_at: events.find(({ type }) => type === 'clearing')?.occurred_at ?? null,
  created_at: payment.created_at,
})

const lifecycleEvent = (payment: PaymentRow, event: PaymentEventRow) => ({
  lifecycle_event_id: event.id,
  type: lifecycleName[event.type],
  affect_balance: event.type !== 'decline',
  bill_amount: fromCents(event.amount_cents),
  bill_currency: '840',
  transaction_amount: fromCents(event.original_cents),
  transaction_currency: numericCurrency(payment.original_currency),
  mcc_padding_amount: '0.00',
  created_at: event.occurred_at,
})

/** A transaction as the API shows it. */
export const transactionJson = (desk: Desk, payment: PaymentRow) => {
  const events = eventsOf(desk, payment.id)
  const merchant = JSON.parse(payment.merchant) as Merchant
  const isDeclined = payment.status === 'DECLINED'
  return {
    ...common(payment, events),
    bill_amount: toNumber(amountOf(events, inUsd)),
    transaction_amount: toNumber(amountOf(events, inOriginal)),
    merchant_data: merchantData(merchant, twoLetters(merchant.country) ?? 'HK'),
    status: payment.status,
    category: 'Others',
    is_credit: events.every(({ type }) => type === 'refund'),
    decline_reason: isDeclined ? declineOf(events.find(({ type }) => type === 'decline')) : {},
    lifecycle_events: events.map((event) => lifecycleEvent(payment, event)),
  }
}

/** The status in a webhook: that of the event, not of the transaction. */
const statusAt = (event: PaymentEventRow, payment: PaymentRow): PaymentStatus => {
  if (event.type === 'decline') return 'DECLINED'
  return event.type === 'clearing' ? 'CLEARED' : payment.status
}

/**
 * `data` of a transaction's webhook. A clearing has the sum of all clearings so far, every other event its
 * own amount.
 */
export const transactionEvent = (
  payment: PaymentRow,
  events: readonly PaymentEventRow[],
  event: PaymentEventRow,
) => {
  const merchant = JSON.parse(payment.merchant) as Merchant
  const told = event.type === 'clearing' ? events.filter(({ type }) => type === 'clearing') : [event]
  const sum = (unit: typeof inUsd) => toNumber(told.map(unit).reduce((total, { cents }) => total + cents, 0n))
  return {
    ...common(payment, events),
    bill_amount: sum(inUsd),
    transaction_amount: sum(inOriginal),
    merchant_data: merchantData(merchant, merchant.country),
    status: statusAt(event, payment),
    cleared_date: null,
    decline_reason: declineOf(event.type === 'decline' ? event : undefined),
    lifecycle_event_id: event.id,
  }
}

export const statusAfter = (events: readonly PaymentEventRow[]): PaymentStatus => statusOf(events.map(inUsd))
