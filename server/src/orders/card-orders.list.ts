import { listCardOrders } from '@cardamom/contract/orders'
import { readTypeNames } from '../cards/card-types.sql.ts'
import { listCardsByIds } from '../cards/cards.sql.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { CardRecord } from '../cards/card-record.ts'
import { cardOrderRef, isUnmade } from './card-order-plans.ts'
import { cardOrderRows, type CardOrderRecord } from './card-orders.sql.ts'

const isUnmadeOf = (card: CardRecord | undefined): boolean => card !== undefined && isUnmade(card)

/** Orders as their person sees them. */
export const cardOrderViews = async (sql: Queries, orders: readonly CardOrderRecord[]) => {
  const names = await readTypeNames(sql)
  const ids = orders.map(({ cardId }) => cardId)
  const made = await listCardsByIds(sql, ids)
  const cards = new Map(made.map((card) => [card.id, card]))
  return orders.map(({ id, status, form, finish, nameOnCard, wallet, cardId, ...order }) => ({
    id,
    ref: cardOrderRef(id),
    status,
    typeName: names.get(order.cardTypeId) ?? '',
    form,
    finish,
    nameOnCard,
    price: order.priceCents,
    wallet,
    cardId: cards.has(cardId) ? cardId : null,
    canCancel: status === 'paid' && isUnmadeOf(cards.get(cardId)),
    expectedBy: order.expectedBy,
    createdAt: order.createdAt,
    endedAt: order.endedAt,
  }))
}

/** Orders of the reader, the last first. */
export const cardOrdersList = list(listCardOrders, {
  table: 'cardOrder',
  from: cardOrderRows,
  scope: { owner: 'cardOrder.userId' },
  sorts: { createdAt: 'cardOrder.createdAt' },
  items: (rows, { sql }) => cardOrderViews(sql, rows),
})
