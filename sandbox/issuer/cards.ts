import { randomUUID } from 'node:crypto'
import {
  findCard,
  isBlocked,
  livingCard,
  type CardMeta,
  type CardRow,
  type CardStatus,
  type CardType,
} from './card-rows.ts'
import { balancesOf, post, type EntryRow } from './entries.ts'
import { dayMs, plusMs, type Desk } from './desk.ts'
import { Refusal } from './refusal.ts'
import { tellOrdered } from './shipping.ts'
import { expiryFrom, freeNumber, sixDigits } from './stock.ts'
import { bins } from './vault.ts'

export type NewCard = {
  readonly cardType: CardType
  readonly customerType: string
  readonly holderId: string
  readonly cardName: string
  readonly secondaryName: string | null
  readonly cardDesign: string
  readonly creditCents: bigint
  readonly meta: CardMeta
  /** A day of the month that the card expires in; absent: some years from now. */
  readonly expiresOn?: Date
}

/** Transfers credit between the master account and a card, and returns the row of the history. */
export const changeCredit = (
  desk: Desk,
  entry: { type: 'ADJUSTMENT' | 'CLOSURE'; cardId: string; cents: bigint; by?: 'api' | 'dashboard' },
): EntryRow => {
  const { type, cardId, cents, by = 'api' } = entry
  return post(desk, { type, by, cardId, cardCents: cents, unallocatedCents: -cents, at: desk.now() })
}

const plasticOf = (desk: Desk, { cardType, expiresOn }: Pick<NewCard, 'cardType' | 'expiresOn'>) => {
  const isPhysical = cardType === 'Physical'
  const bin = isPhysical ? bins.physical : bins.virtual
  const { encrypted, mark, last4 } = freeNumber(desk, bin)
  const { expiryMonth, expiryYear, expiresAt } = expiresOn
    ? expiryFrom(expiresOn, 0)
    : expiryFrom(desk.now(), isPhysical ? 4 : 3)
  return {
    bin,
    last4,
    pan_encrypted: encrypted,
    pan_mark: mark,
    expiry_month: expiryMonth,
    expiry_year: expiryYear,
    expires_at: expiresAt,
    activation_code: isPhysical ? sixDigits() : null,
    activated: isPhysical ? 0 : 1,
    status: isPhysical ? 'INACTIVE' : 'ACTIVE',
    physical_status: isPhysical ? 'CARD_PRODUCTION_REQUESTED' : 'NOT_PHYSICAL_CARD',
    shipping_status: isPhysical ? 'ORDERED' : null,
    shipping_due_at: isPhysical ? plusMs(desk.now(), dayMs).toISOString() : null,
  }
}

/** Creates a card with its first credit, which reduces the amount that may be allocated. */
export const createCard = (desk: Desk, wanted: NewCard): CardRow =>
  desk.db.whole(() => {
    if (wanted.creditCents > balancesOf(desk).unallocatedCents) {
      throw new Refusal(400, '0302007', 'Insufficient balance for the spend limit', 'spendLimit')
    }
    const id = randomUUID()
    const at = desk.now().toISOString()
    desk.db.insert<CardRow>('card', {
      id,
      card_type: wanted.cardType,
      customer_type: wanted.customerType,
      holder_id: wanted.holderId,
      card_name: wanted.cardName,
      secondary_name: wanted.secondaryName,
      card_design: wanted.cardDesign,
      ...plasticOf(desk, wanted),
      meta: JSON.stringify(wanted.meta),
      meta_id: wanted.meta.id,
      created_at: at,
      updated_at: at,
    })
    if (wanted.creditCents > 0n)
      changeCredit(desk, { type: 'ADJUSTMENT', cardId: id, cents: wanted.creditCents })
    if (wanted.cardType === 'Physical') tellOrdered(desk, id)
    return findCard(desk, id)
  })

const setStatus = (
  desk: Desk,
  card: CardRow,
  to: { status: CardStatus; reason?: string; activated?: boolean; at?: Date },
): CardRow => {
  desk.db.run(
    'update card set status = ?, status_reason = ?, activated = max(activated, ?), updated_at = ? where id = ?',
    to.status,
    to.reason ?? null,
    to.activated === true ? 1 : 0,
    (to.at ?? desk.now()).toISOString(),
    card.id,
  )
  return findCard(desk, card.id)
}

const usable = (card: CardRow): CardStatus => (card.activated === 1n ? 'ACTIVE' : 'INACTIVE')

/** The client's own pause. */
export const freezeCard = (desk: Desk, card: CardRow, freeze: boolean): CardRow => {
  if (isBlocked(card) || card.status === 'EXPIRED') {
    throw new Refusal(400, '0302017', 'The card status cannot be changed')
  }
  return setStatus(desk, card, { status: freeze ? 'FROZEN' : usable(card) })
}

const blockStatuses = [
  'SUSPECTED_FRAUD_CVV',
  'SUSPECTED_FRAUD_EXPIRY',
  'SUSPECTED_FRAUD_PIN',
  'INTERNAL_REVIEW_FAILED',
] as const

export type BlockStatus = (typeof blockStatuses)[number]

export const allBlockStatuses: readonly BlockStatus[] = blockStatuses

/** The issuer's own block: the only card change that is sent to the subscriber. */
export const blockCard = (desk: Desk, card: CardRow, word: BlockStatus): CardRow => {
  const status = word === 'INTERNAL_REVIEW_FAILED' ? word : 'BLOCKED'
  const blocked = setStatus(desk, card, { status, reason: word })
  desk.emit({ eventType: 'card', eventName: 'card_status', data: { id: card.id, status: word } })
  return blocked
}

export const unblockCard = (desk: Desk, card: CardRow): CardRow => {
  if (!isBlocked(card)) throw new Refusal(409, 'CARD_NOT_BLOCKED', 'The card is not blocked')
  return setStatus(desk, card, { status: usable(card) })
}

export const expireCard = (desk: Desk, card: CardRow, at: Date): CardRow =>
  card.status === 'DELETED' ? card : setStatus(desk, card, { status: 'EXPIRED', at })

/** Deletes a card: its remaining credit may be allocated again. Returns that credit, in cents. */
export const deleteCard = (desk: Desk, id: string): bigint =>
  desk.db.whole(() => {
    const card = livingCard(desk, id)
    const left = card.credit_cents
    if (left !== 0n) changeCredit(desk, { type: 'CLOSURE', cardId: card.id, cents: -left })
    setStatus(desk, card, { status: 'DELETED' })
    return left
  })

/** Activation by the code from the card's package (the generation 2025-02-14). */
export const activateCard = (desk: Desk, card: CardRow, code: string): CardRow => {
  if (card.activated === 1n) throw new Refusal(409, 'CARD_ALREADY_ACTIVE', 'The card is active already')
  if (card.status !== 'INACTIVE' && card.status !== 'FROZEN') {
    throw new Refusal(409, 'CARD_NOT_ACTIVATABLE', `A card that is ${card.status} cannot be activated`)
  }
  if (card.activation_code !== code) {
    throw new Refusal(400, 'INVALID_ACTIVATION_CODE', 'The activation code is not the one of this card')
  }
  desk.db.run(`update card set physical_status = 'CARD_ACTIVATED' where id = ?`, card.id)
  return setStatus(desk, card, { status: 'ACTIVE', activated: true })
}
