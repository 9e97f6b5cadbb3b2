import type { Desk } from './desk.ts'
import { Refusal } from './refusal.ts'

export type CardType = 'Virtual' | 'Physical'
export type CardStatus =
  | 'INACTIVE'
  | 'ACTIVE'
  | 'FROZEN'
  | 'BLOCKED'
  | 'EXPIRED'
  | 'DELETED'
  | 'INTERNAL_REVIEW_FAILED'

export type CardRow = {
  readonly seq: bigint
  readonly id: string
  readonly card_type: CardType
  readonly customer_type: string
  readonly status: CardStatus
  /** Why the issuer has blocked it. */
  readonly status_reason: string | null
  readonly holder_id: string
  readonly card_name: string
  readonly secondary_name: string | null
  readonly card_design: string
  readonly bin: string
  readonly last4: string
  readonly pan_encrypted: Uint8Array
  readonly expiry_month: string
  readonly expiry_year: string
  readonly expires_at: string
  readonly credit_cents: bigint
  readonly limits: string
  readonly meta: string
  readonly meta_id: string
  readonly serial: string | null
  readonly activation_code: string | null
  readonly activated: bigint
  readonly physical_status: string
  readonly shipping_status: 'ORDERED' | 'SHIPPED' | 'DELIVERED' | null
  readonly shipping_due_at: string | null
  readonly three_ds: string
  readonly created_at: string
  readonly updated_at: string
}

export const findCard = (desk: Desk, id: string): CardRow => {
  const card = desk.db.one<CardRow>('select * from card where id = ?', id)
  if (!card) throw new Refusal(404, '0302001', 'Card not found')
  return card
}

/** A card that was not deleted. */
export const livingCard = (desk: Desk, id: string): CardRow => {
  const card = findCard(desk, id)
  if (card.status === 'DELETED') throw new Refusal(404, '0302010', 'Card already destroyed')
  return card
}

/** Whether the issuer itself has blocked the card, so that the client cannot change it. */
export const isBlocked = (card: CardRow): boolean =>
  card.status === 'BLOCKED' || card.status === 'INTERNAL_REVIEW_FAILED'

/** The holder's data from the order of the card. */
export type CardMeta = {
  readonly id: string
  readonly email?: string | null
  readonly otpPhoneNumber: { readonly dialCode: number; readonly phoneNumber: string }
}

export const metaOf = (card: CardRow): CardMeta => JSON.parse(card.meta) as CardMeta
