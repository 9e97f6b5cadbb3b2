import { randomUUID } from 'node:crypto'
import {
  cardJson,
  findCard,
  stateRefusal,
  type CardRow,
  type CardStatus,
  type CardType,
} from './card-rows.ts'
import { balancesOf, cardEntryJson, post, type EntryRow, type EntryType } from './entries.ts'
import { dayMs, plusMs, type Desk } from './desk.ts'
import type { Fields } from './fields.ts'
import { invalid, Refusal } from './refusal.ts'
import { expiryFrom, sixDigits, takeFromStock } from './stock.ts'
import { bins } from './vault.ts'

export type NewCard = {
  readonly cardType: CardType
  readonly customerType: string
  readonly holderId: string
  readonly cardName: string
  readonly cardDesign: string
  readonly spendLimitCents: bigint
  readonly meta: Readonly<Record<string, unknown>>
  readonly stockSerial: string | undefined
  readonly replacesId?: string
}

/** Tells the subscriber about a card, as it is now. */
export const tellCard = (
  desk: Desk,
  news: { cardId: string; what: string; previousStatus: CardStatus | null; at?: Date },
): CardRow => {
  const card = findCard(desk, news.cardId)
  const data = { card: cardJson(desk, card), previousStatus: news.previousStatus }
  desk.emit({ id: randomUUID(), eventType: `card.${news.what}`, at: news.at ?? desk.now(), data })
  return card
}

/** A change of a card's credit that no payment made: balances, history and the message. */
export const moveCredit = (
  desk: Desk,
  move: {
    type: EntryType
    eventType: string
    cardId: string
    cents: bigint
    unallocatedCents: bigint
    reference: string | undefined
    meta?: unknown
  },
): EntryRow => {
  const { cents, ...rest } = move
  const entry = post(desk, { ...rest, cardCents: cents, at: desk.now() })
  desk.emit({ id: entry.id, eventType: 'card.credit_adjusted', at: desk.now(), data: cardEntryJson(entry) })
  return entry
}

const plasticOf = (desk: Desk, wanted: NewCard, cardId: string) => {
  if (wanted.stockSerial !== undefined) {
    const stock = takeFromStock(desk, { serial: wanted.stockSerial, cardId })
    const { bin, last4, pan_sealed: sealed, pan_mark: mark, serial, activation_code: activationCode } = stock
    const expiry = {
      expiryMonth: stock.expiry_month,
      expiryYear: stock.expiry_year,
      expiresAt: stock.expires_at,
    }
    return {
      bin,
      last4,
      sealed,
      mark,
      serial,
      activationCode,
      ...expiry,
      shipping: 'DELIVERED',
      shipsAt: null,
    }
  }
  const physical = wanted.cardType === 'Physical'
  const bin = physical ? bins.physical : bins.virtual
  return {
    bin,
    ...desk.vault.issue(bin),
    ...expiryFrom(desk.now(), physical ? 4 : 3),
    serial: null,
    activationCode: physical ? sixDigits() : null,
    shipping: physical ? 'ORDERED' : null,
    shipsAt: physical ? plusMs(desk.now(), dayMs).toISOString() : null,
  }
}

const giveFirstCredit = (desk: Desk, cardId: string, cents: bigint) => {
  const reference = findCard(desk, cardId).meta_id ?? undefined
  const move = { type: 'ADJUSTMENT', eventType: 'credit_adjusted', reference } as const
  moveCredit(desk, { ...move, cardId, cents, unallocatedCents: -cents })
}

/** Makes a card and takes its first credit from what may be allocated. Not idempotent. */
export const createCard = (desk: Desk, wanted: NewCard): CardRow =>
  desk.db.whole(() => {
    if (wanted.stockSerial !== undefined && wanted.cardType !== 'Physical') {
      throw invalid('stockSerial is for Physical cards')
    }
    if (wanted.spendLimitCents > balancesOf(desk).unallocatedCents) {
      throw new Refusal(422, 'INSUFFICIENT_BALANCE', 'spendLimit is above availableToAllocate')
    }
    const id = randomUUID()
    const plastic = plasticOf(desk, wanted, id)
    const active = wanted.cardType === 'Virtual'
    const at = desk.now().toISOString()
    const metaId = wanted.meta['id']
    desk.db.insert<CardRow>('card', {
      id,
      card_type: wanted.cardType,
      customer_type: wanted.customerType,
      status: active ? 'ACTIVE' : 'INACTIVE',
      holder_id: wanted.holderId,
      card_name: wanted.cardName,
      card_design: wanted.cardDesign,
      bin: plastic.bin,
      last4: plastic.last4,
      pan_sealed: plastic.sealed,
      pan_mark: plastic.mark,
      expiry_month: plastic.expiryMonth,
      expiry_year: plastic.expiryYear,
      expires_at: plastic.expiresAt,
      spend_limit_cents: wanted.spendLimitCents,
      meta: JSON.stringify(wanted.meta),
      meta_id: typeof metaId === 'string' ? metaId : null,
      serial: plastic.serial,
      activation_code: plastic.activationCode,
      activated: active ? 1 : 0,
      shipping_status: plastic.shipping,
      shipping_due_at: plastic.shipsAt,
      replaces_id: wanted.replacesId ?? null,
      created_at: at,
      updated_at: at,
    })
    tellCard(desk, { cardId: id, what: 'created', previousStatus: null })
    if (wanted.spendLimitCents > 0n) giveFirstCredit(desk, id, wanted.spendLimitCents)
    return findCard(desk, id)
  })

/** The holder named in `kyc`: one that exists by `issuerCustomerId`, else a new one. */
export const holderOf = (desk: Desk, kyc: Fields, details: unknown): { id: string; fullName: string } => {
  const known = kyc.text('issuerCustomerId')
  if (known !== undefined) {
    const row = desk.db.one<{ first_name: string; last_name: string }>(
      'select * from holder where id = ?',
      known,
    )
    if (!row) throw new Refusal(404, 'CUSTOMER_NOT_FOUND', `There is no customer ${known}`)
    return { id: known, fullName: `${row.first_name} ${row.last_name}` }
  }
  const [firstName, lastName] = [kyc.needText('firstName'), kyc.needText('lastName')]
  if (!/^\d{4}-\d{2}-\d{2}$/.test(kyc.needText('dob'))) throw invalid('kyc.dob must be a day, 1990-04-12')
  const id = randomUUID()
  desk.db.insert('holder', {
    id,
    first_name: firstName,
    last_name: lastName,
    details: JSON.stringify(details),
    created_at: desk.now().toISOString(),
  })
  return { id, fullName: `${firstName} ${lastName}` }
}

export type Move = {
  readonly to: CardStatus
  /** Last part of the event's name. */
  readonly what: string
  readonly blockedBy?: 'CLIENT' | 'ISSUER'
  readonly reason?: string | undefined
  readonly at?: Date
}

/** Sets a card's state and tells it. The caller has checked that the move is allowed. */
export const moveCard = (desk: Desk, card: CardRow, move: Move): CardRow => {
  const at = move.at ?? desk.now()
  desk.db.run(
    `update card set status = ?, blocked_by = ?, block_reason = ?, activated = max(activated, ?), updated_at = ?
     where id = ?`,
    move.to,
    move.blockedBy ?? null,
    move.reason ?? null,
    move.to === 'ACTIVE' ? 1 : 0,
    at.toISOString(),
    card.id,
  )
  return tellCard(desk, { cardId: card.id, what: move.what, previousStatus: card.status, at })
}

export const freezeCard = (desk: Desk, card: CardRow, freeze: boolean): CardRow => {
  const to = freeze ? 'FROZEN' : 'ACTIVE'
  if (card.status === to) return card
  if (card.status !== (freeze ? 'ACTIVE' : 'FROZEN')) {
    throw stateRefusal(card, freeze ? 'frozen' : 'unfrozen')
  }
  return moveCard(desk, card, { to, what: freeze ? 'frozen' : 'unfrozen' })
}

export const blockCard = (
  desk: Desk,
  card: CardRow,
  block: { by: 'CLIENT' | 'ISSUER'; reason: string },
): CardRow => {
  if (card.status === 'BLOCKED' && card.blocked_by === block.by) return card
  if (!['INACTIVE', 'ACTIVE', 'FROZEN', 'BLOCKED'].includes(card.status)) throw stateRefusal(card, 'blocked')
  if (card.status === 'BLOCKED' && block.by === 'CLIENT') {
    throw new Refusal(409, 'BLOCKED_BY_ISSUER', 'The issuer has blocked this card already')
  }
  return moveCard(desk, card, { to: 'BLOCKED', what: 'blocked', blockedBy: block.by, reason: block.reason })
}

export const unblockCard = (desk: Desk, card: CardRow, by: 'CLIENT' | 'ISSUER'): CardRow => {
  if (card.status !== 'BLOCKED') throw stateRefusal(card, 'unblocked')
  if (by === 'CLIENT' && card.blocked_by === 'ISSUER') {
    throw new Refusal(409, 'BLOCKED_BY_ISSUER', 'Only the issuer unblocks this card')
  }
  return moveCard(desk, card, { to: card.activated === 1n ? 'ACTIVE' : 'INACTIVE', what: 'unblocked' })
}

export const activateCard = (desk: Desk, card: CardRow, code: string): CardRow => {
  if (card.activated === 1n) throw new Refusal(409, 'CARD_ALREADY_ACTIVE', 'The card is active already')
  if (card.status !== 'INACTIVE') throw stateRefusal(card, 'activated')
  if (card.activation_code !== code) {
    throw new Refusal(400, 'INVALID_ACTIVATION_CODE', 'The activation code is not the one of this card')
  }
  return moveCard(desk, card, { to: 'ACTIVE', what: 'activated' })
}
