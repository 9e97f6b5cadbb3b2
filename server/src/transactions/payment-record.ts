import type { SpendingCategory, TransactionPurpose, TransactionStatus } from '@cardamom/contract/transactions'
import type { IssuerTransactionEvent } from '../providers/issuer/port.ts'

/** A row of `card_transaction`. */
export type TransactionRecord = {
  readonly id: string
  readonly company_id: string
  readonly user_id: string
  readonly card_id: string
  readonly issuer_transaction_id: string | null
  readonly payment_id: string | null
  readonly issuer_event_id: string | null
  readonly load_id: string | null
  readonly status: TransactionStatus
  readonly purpose: TransactionPurpose
  readonly category: SpendingCategory | null
  readonly merchant_name: string | null
  readonly mcc: string | null
  readonly merchant_city: string | null
  readonly merchant_country: string | null
  readonly amount_cents: bigint
  readonly held_cents: bigint
  readonly settled_cents: bigint
  readonly original_amount: string | null
  readonly original_currency: string | null
  readonly original_rate: string | null
  readonly authorisation_code: string | null
  readonly at: Date
  readonly authorised_at: Date | null
  readonly settled_at: Date | null
  readonly holds_until: Date | null
  readonly decline_reason: string | null
  readonly decline_available_cents: bigint | null
  readonly reason: string | null
  readonly refund_of: Date | null
  readonly load_speed: string | null
  readonly load_gross_cents: bigint | null
  readonly load_fee_cents: bigint | null
  readonly version: number
}

export const transactionColumns = `t.id, t.company_id, t.user_id, t.card_id, t.issuer_transaction_id, t.payment_id,
  t.issuer_event_id, t.load_id, t.status, t.purpose, t.category, t.merchant_name, t.mcc, t.merchant_city,
  t.merchant_country, t.amount_cents, t.held_cents, t.settled_cents, t.original_amount, t.original_currency,
  t.original_rate, t.authorisation_code, t.at, t.authorised_at, t.settled_at, t.holds_until, t.decline_reason,
  t.decline_available_cents, t.reason, t.refund_of, t.load_speed, t.load_gross_cents, t.load_fee_cents, t.version`

/** A row of `payment_event`. */
export type PaymentEventRecord = {
  readonly id: string
  readonly issuer_event_id: string
  readonly type: IssuerTransactionEvent['type']
  readonly final: boolean
  readonly amount_cents: bigint
  readonly original_amount: string
  readonly original_currency: string
  readonly original_rate: string | null
  readonly fees: readonly { readonly type: string; readonly amount: string }[]
  readonly channel: IssuerTransactionEvent['channel']
  readonly authorisation_code: string | null
  readonly reason: string | null
  readonly decline_reason: string | null
  readonly lapses_at: Date | null
  readonly occurred_at: Date
}

export const paymentEventColumns = `id, issuer_event_id, type, final, amount_cents, original_amount, original_currency,
  original_rate, fees, channel, authorisation_code, reason, decline_reason, lapses_at, occurred_at`
