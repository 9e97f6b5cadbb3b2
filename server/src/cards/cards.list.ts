import { listCards } from '@cardamom/contract/cards'
import { list } from '../kernel/list.ts'
import { cardView } from './card-view.ts'
import { cards, noMoney, readCardMoney, withLimits } from './cards.sql.ts'

/** A person's cards, each with the money on it. */
export const cardsList = list(listCards, {
  table: 'card',
  from: cards,
  scope: 'owner',
  sorts: { createdAt: 'card.id' },
  items: async (rows, { sql }) => {
    const money = await readCardMoney(
      sql,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => cardView(withLimits(row), money.get(row.id) ?? noMoney))
  },
})
