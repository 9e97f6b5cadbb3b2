import type { Desk } from './desk.ts'
import { fromCents, toCents } from './money.ts'
import { Refusal } from './refusal.ts'

export type CardType = 'Virtual' | 'Physical'
export type CardStatus = 'INACTIVE' | 'ACTIVE' | 'FROZEN' | 'BLOCKED' | 'EXPIRED' | 'REPLACED' | 'CLOSED'

export type CardRow = {
  readonly seq: bigint
  readonly id: string
  readonly card_type: CardType
  readonly customer_type: string
  readonly status: CardStatus
  readonly holder_id: string
  readonly card_name: string
  readonly card_design: string
  readonly bin: string
  readonly last4: string
  readonly pan_sealed: Uint8Array
  readonly expiry_month: string
  readonly expiry_year: string
  readonly expires_at: string
  readonly credit_cents: bigint
  readonly spend_limit_cents: bigint
  readonly control: string
  readonly meta: string
  readonly meta_id: string | null
  readonly serial: string | null
  readonly activation_code: string | null
  readonly activated: bigint
  readonly shipping_status: 'ORDERED' | 'SHIPPED' | 'DELIVERED' | null
  readonly blocked_by: 'CLIENT' | 'ISSUER' | null
  readonly block_reason: string | null
  readonly replaces_id: string | null
  readonly replaced_by_id: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** Rules of spending; limits are decimal strings, null = none. */
export type SpendControl = {
  readonly transactionLimit: string | null
  readonly dailyLimit: string | null
  readonly monthlyLimit: string | null
  readonly atmEnabled: boolean
  readonly onlineEnabled: boolean
  readonly blockedMccs: readonly string[]
}

const noControl: SpendControl = {
  transactionLimit: null,
  dailyLimit: null,
  monthlyLimit: null,
  atmEnabled: true,
  onlineEnabled: true,
  blockedMccs: [],
}

export const controlOf = (card: CardRow): SpendControl => ({
  ...noControl,
  ...(JSON.parse(card.control) as Partial<SpendControl>),
})

/** A limit of a card in cents, or null when there is none. */
export const limitOf = (
  card: CardRow,
  name: 'transactionLimit' | 'dailyLimit' | 'monthlyLimit',
): bigint | null => toCents(controlOf(card)[name])

export const findCard = (desk: Desk, id: string): CardRow => {
  const card = desk.db.one<CardRow>('select * from card where id = ?', id)
  if (!card) throw new Refusal(404, 'CARD_NOT_FOUND', `There is no card ${id}`)
  return card
}

/** What a card spent since an instant: holds and clearings less what came back, never below zero. */
export const spentSince = (desk: Desk, cardId: string, since: string): bigint => {
  const row = desk.db.one<{ cents: bigint | null }>(
    `select sum(held_cents + settled_cents) as cents from entry
     where card_id = ? and type = 'TRANSACTION' and created_at >= ?`,
    cardId,
    since,
  )
  const cents = row?.cents ?? 0n
  return cents > 0n ? cents : 0n
}

export const spentToday = (desk: Desk, cardId: string): bigint =>
  spentSince(desk, cardId, desk.now().toISOString().slice(0, 10))

export const spentThisMonth = (desk: Desk, cardId: string): bigint =>
  spentSince(desk, cardId, desk.now().toISOString().slice(0, 7))

export const stateRefusal = (card: CardRow, wanted: string): Refusal =>
  new Refusal(409, 'INVALID_CARD_STATUS', `A card that is ${card.status} cannot be ${wanted}`)

/** A card as every answer shows it: never its number, code or CVV. */
export const cardJson = (desk: Desk, card: CardRow) => {
  const holder = desk.db.one<{ first_name: string; last_name: string }>(
    'select first_name, last_name from holder where id = ?',
    card.holder_id,
  )
  return {
    id: card.id,
    cardType: card.card_type,
    customerType: card.customer_type,
    status: card.status,
    bin: card.bin,
    last4: card.last4,
    expiryMonth: card.expiry_month,
    expiryYear: card.expiry_year,
    cardName: card.card_name,
    cardDesign: card.card_design,
    availableCredit: fromCents(card.credit_cents),
    spendLimit: fromCents(card.spend_limit_cents),
    spendControl: {
      ...controlOf(card),
      dailySpent: fromCents(spentToday(desk, card.id)),
      monthlySpent: fromCents(spentThisMonth(desk, card.id)),
    },
    kyc: {
      issuerCustomerId: card.holder_id,
      firstName: holder?.first_name ?? '',
      lastName: holder?.last_name ?? '',
    },
    meta: JSON.parse(card.meta) as Readonly<Record<string, unknown>>,
    serial: card.serial,
    shippingStatus: card.shipping_status,
    blockedBy: card.blocked_by,
    blockReason: card.block_reason,
    replacesCardId: card.replaces_id,
    replacedByCardId: card.replaced_by_id,
    createdAt: card.created_at,
    updatedAt: card.updated_at,
  }
}
