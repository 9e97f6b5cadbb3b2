import { cardJson, findCard, stateRefusal, type CardRow } from './card-rows.ts'
import { createCard, moveCard, moveCredit, tellCard, type NewCard } from './cards.ts'
import type { Desk } from './desk.ts'
import { Refusal } from './refusal.ts'

const heldOn = (desk: Desk, cardId: string): bigint =>
  desk.db.one<{ cents: bigint | null }>(
    'select sum(held_cents) as cents from payment where card_id = ?',
    cardId,
  )?.cents ?? 0n

const replaceable = ['ACTIVE', 'FROZEN', 'BLOCKED', 'EXPIRED']

/** Answers the new card. The old one's credit moves over if above zero; its holds stay and clear there. */
export const replaceCard = (
  desk: Desk,
  old: CardRow,
  wanted: Pick<NewCard, 'cardName' | 'cardDesign' | 'meta' | 'stockSerial'>,
): CardRow =>
  desk.db.whole(() => {
    if (!replaceable.includes(old.status)) throw stateRefusal(old, 'replaced')
    const fresh = createCard(desk, {
      ...wanted,
      cardType: old.card_type,
      customerType: old.customer_type,
      holderId: old.holder_id,
      spendLimitCents: 0n,
      replacesId: old.id,
    })
    desk.db.run('update card set control = ? where id = ?', old.control, fresh.id)
    desk.db.run('update card set replaced_by_id = ? where id = ?', fresh.id, old.id)
    moveCard(desk, old, { to: 'REPLACED', what: 'replaced' })
    if (old.credit_cents > 0n) {
      const move = { type: 'REPLACEMENT', eventType: 'replacement', unallocatedCents: 0n } as const
      const reference = fresh.meta_id ?? undefined
      moveCredit(desk, { ...move, cardId: old.id, cents: -old.credit_cents, reference })
      moveCredit(desk, { ...move, cardId: fresh.id, cents: old.credit_cents, reference })
    }
    return findCard(desk, fresh.id)
  })

/** Closes a card for good: its credit may be allocated again. */
export const closeCard = (desk: Desk, card: CardRow, reference: string | undefined): CardRow =>
  desk.db.whole(() => {
    if (card.status === 'CLOSED') return card
    if (heldOn(desk, card.id) > 0n) {
      throw new Refusal(409, 'CARD_HAS_PENDING_TRANSACTIONS', 'Transactions of this card are still pending')
    }
    if (card.credit_cents < 0n) throw new Refusal(409, 'CARD_OVERDRAWN', 'The card is below zero')
    if (card.credit_cents > 0n) {
      moveCredit(desk, {
        type: 'CLOSURE',
        eventType: 'closure',
        cardId: card.id,
        cents: -card.credit_cents,
        unallocatedCents: card.credit_cents,
        reference,
      })
    }
    return moveCard(desk, card, { to: 'CLOSED', what: 'closed' })
  })

export const expireCard = (desk: Desk, card: CardRow, at: Date): CardRow => {
  if (!['INACTIVE', 'ACTIVE', 'FROZEN', 'BLOCKED'].includes(card.status)) throw stateRefusal(card, 'expired')
  return moveCard(desk, card, { to: 'EXPIRED', what: 'expired', at })
}

/** Moves a physical card on its way: next stop and, when there is one more, its time. */
export const shipCard = (
  desk: Desk,
  card: CardRow,
  stop: { to: 'SHIPPED' | 'DELIVERED'; at: Date; nextAt: Date | null },
): CardRow => {
  if (card.shipping_status === null) throw stateRefusal(card, `${stop.to.toLowerCase()}: it is virtual`)
  if (card.shipping_status === stop.to || card.shipping_status === 'DELIVERED') return card
  desk.db.run(
    'update card set shipping_status = ?, shipping_due_at = ?, updated_at = ? where id = ?',
    stop.to,
    stop.nextAt?.toISOString() ?? null,
    stop.at.toISOString(),
    card.id,
  )
  const news = { cardId: card.id, what: stop.to.toLowerCase(), previousStatus: card.status, at: stop.at }
  return tellCard(desk, news)
}

/** A card with the code of its package: for the control plane alone. */
export const cardJsonWithCode = (desk: Desk, card: CardRow) => ({
  ...cardJson(desk, card),
  activationCode: card.activated === 1n ? null : card.activation_code,
})
