import { cardEvent } from '../cards/card-events.ts'
import type { CardRecord } from '../cards/card-record.ts'
import { cardTransitions } from '../cards/card-status.ts'
import { guardedSet } from '../kernel/guarded-update.ts'
import { publicRef } from '../kernel/ids.ts'
import type { EventDraft, Plan } from '../kernel/plan.ts'
import { transition } from '../kernel/states.ts'
import { unchangedWallets, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'
import { orderFulfilled, orderPaid, orderRefunded } from './card-order-postings.ts'
import { cardOrderTransitions } from './card-order.ts'
import type { CardOrderRecord } from './card-orders.sql.ts'

/** The reference of an order that people see. */
export const cardOrderRef = (id: string): string => publicRef('P', id)

const orderEvent = (
  { id, companyId, userId, cardId }: Pick<CardOrderRecord, 'id' | 'companyId' | 'userId' | 'cardId'>,
  type: 'card_order.paid' | 'card_order.fulfilled' | 'card_order.refunded',
): EventDraft => ({ type, entityId: id, companyId, userId, payload: { ref: cardOrderRef(id), cardId } })

/** An order as it is inserted. */
export type NewOrder = Omit<CardOrderRecord, 'status' | 'wallet' | 'endedAt'>

/**
 * Pays for a card. It is refused if anything was posted to the wallets since they were read, or if the person ordered the same
 * type meanwhile.
 */
export const payOrderPlan = (
  order: NewOrder,
  of: { readonly wallet: WalletType | null; readonly holder: WalletHolder | null },
): Plan => {
  const { id, companyId, userId, cardTypeId, priceCents, createdAt } = order
  const { wallet, holder } = of
  return {
    journals:
      wallet === null
        ? []
        : [
            orderPaid({
              id,
              companyId,
              userId,
              wallet,
              priceCents,
              effectiveAt: createdAt,
              detail: { actor: userId },
            }),
          ],
    guards: wallet !== null && holder ? unchangedWallets(holder) : [],
    sets: [
      guardedSet({
        table: 'cardOrder',
        where: { userId, cardTypeId, status: 'paid' },
        count: 0,
        set: { endedAt: null },
      }),
    ],
    rows: [{ table: 'cardOrder', row: { ...order, status: 'paid', wallet, endedAt: null } }],
    events: [orderEvent(order, 'card_order.paid')],
  }
}

/** The card is delivered: what was paid for it is income. */
export const fulfilPlan = (order: CardOrderRecord & { readonly status: 'paid' }, now: Date): Plan => {
  const { id, companyId, userId, priceCents } = order
  const posted = { id, companyId, userId, priceCents, effectiveAt: now, detail: { actor: 'orders.fulfil' } }
  return {
    journals: priceCents === 0n ? [] : [orderFulfilled(posted)],
    updates: [transition(cardOrderTransitions, order, 'card_order.fulfilled', { set: { endedAt: now } })],
    events: [orderEvent(order, 'card_order.fulfilled')],
  }
}

type UnmadeCard = CardRecord & { readonly status: 'new' }

/** Whether a card is not made: a physical one is not in production, and the issuer refused or does not have a virtual one. */
export const isUnmade = (card: CardRecord): card is UnmadeCard =>
  card.status === 'new' && card.issuerCardId === null

/** Cancels an order before the production: its card is closed, and the wallet that paid has the price again. */
export const cancelOrderPlan = (
  order: CardOrderRecord & { readonly status: 'paid' },
  { card, by, now }: { readonly card: UnmadeCard; readonly by: string; readonly now: Date },
): Plan => {
  const { id, companyId, userId, priceCents, wallet } = order
  const posted = { id, companyId, userId, priceCents, effectiveAt: now, detail: { actor: by } }
  return {
    journals: wallet === null ? [] : [orderRefunded({ ...posted, wallet })],
    updates: [
      transition(cardOrderTransitions, order, 'card_order.refunded', { set: { endedAt: now } }),
      transition(cardTransitions, card, 'card.closed', {
        set: wallet === null ? {} : { paymentStatus: 'refunded' },
      }),
    ],
    events: [orderEvent(order, 'card_order.refunded'), cardEvent(card, 'card.closed', { actorId: by })],
  }
}
