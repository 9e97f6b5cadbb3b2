import type { CardLimits } from '../providers/issuer/port.ts'
import type { BlockReason, CardEvent, CardStatus, SettledCardStatus } from './card-status.ts'

/** A row of `card`, in the words of the code. */
export type CardRecord = {
  readonly id: string
  readonly ref: string
  readonly companyId: string
  readonly userId: string
  readonly cardTypeId: string
  readonly planId: string
  readonly form: 'virtual' | 'physical'
  readonly finish: 'plastic' | 'metal' | null
  readonly reference: string
  readonly issuerCardId: string | null
  readonly nameOnCard: string
  readonly bin: string | null
  readonly lastDigits: string | null
  readonly expiry: string | null
  readonly status: CardStatus
  readonly pendingCall: CardEvent | null
  readonly pendingFrom: SettledCardStatus | null
  readonly blockReason: BlockReason | null
  readonly blockedBy: string | null
  readonly blockedAt: Date | null
  readonly enabled: boolean
  readonly paymentStatus: 'unpaid' | 'pending' | 'paid' | 'refunded' | 'waived'
  readonly refusal: string | null
  /** As the issuer has confirmed them. */
  readonly limits: CardLimits
  readonly limitsVersion: number
  readonly version: number
  readonly createdAt: Date
  readonly activatedAt: Date | null
  /** Of its holder. */
  readonly clientCode: string
  readonly cif: string | null
}

export type CardRow = {
  id: string
  ref: string
  company_id: string
  user_id: string
  card_type_id: string
  plan_id: string
  form: CardRecord['form']
  finish: CardRecord['finish']
  reference: string
  issuer_card_id: string | null
  name_on_card: string
  bin: string | null
  last_digits: string | null
  expiry: string | null
  status: CardStatus
  pending_call: CardEvent | null
  pending_from: SettledCardStatus | null
  block_reason: BlockReason | null
  blocked_by: string | null
  blocked_at: Date | null
  enabled: boolean
  payment_status: CardRecord['paymentStatus']
  refusal: string | null
  limit_payment_cents: bigint | null
  limit_day_cents: bigint | null
  limit_month_cents: bigint | null
  limits_version: number
  version: number
  created_at: Date
  activated_at: Date | null
  client_code: string
  cif: string | null
}

export const cardOfRow = (row: CardRow): CardRecord => ({
  id: row.id,
  ref: row.ref,
  companyId: row.company_id,
  userId: row.user_id,
  cardTypeId: row.card_type_id,
  planId: row.plan_id,
  form: row.form,
  finish: row.finish,
  reference: row.reference,
  issuerCardId: row.issuer_card_id,
  nameOnCard: row.name_on_card,
  bin: row.bin,
  lastDigits: row.last_digits,
  expiry: row.expiry,
  status: row.status,
  pendingCall: row.pending_call,
  pendingFrom: row.pending_from,
  blockReason: row.block_reason,
  blockedBy: row.blocked_by,
  blockedAt: row.blocked_at,
  enabled: row.enabled,
  paymentStatus: row.payment_status,
  refusal: row.refusal,
  limits: {
    paymentCents: row.limit_payment_cents,
    dayCents: row.limit_day_cents,
    monthCents: row.limit_month_cents,
  },
  limitsVersion: row.limits_version,
  version: row.version,
  createdAt: row.created_at,
  activatedAt: row.activated_at,
  clientCode: row.client_code,
  cif: row.cif,
})

/** The columns of a card and of its holder, for every statement that reads cards. */
export const cardColumns = `c.id, c.ref, c.company_id, c.user_id, c.card_type_id, c.plan_id, c.form, c.finish,
  c.reference, c.issuer_card_id, c.name_on_card, c.bin, c.last_digits, c.expiry, c.status, c.pending_call,
  c.pending_from, c.block_reason, c.blocked_by, c.blocked_at, c.enabled, c.payment_status, c.refusal, c.version, c.created_at,
  c.activated_at, c.limit_payment_cents, c.limit_day_cents, c.limit_month_cents, c.limits_version,
  h.client_code, h.cif`
