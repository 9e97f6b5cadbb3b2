import { listCards } from '@cardamom/contract/cards'
import { list } from '../kernel/list.ts'
import { constant } from '../kernel/queries.ts'
import { selectOnce } from '../kernel/select-once.ts'
import { cardView } from './card-view.ts'
import { cards, noMoney, readCardMoney, withLimits } from './cards.sql.ts'

/** Without cards that were never made, because their order was cancelled. */
const ownCards = selectOnce((sql) =>
  cards(sql).where((eb) =>
    eb.or([eb('card.status', '!=', constant('closed')), eb('card.issuerCardId', 'is not', null)]),
  ),
)

/** A person's cards, each with the money on it. */
export const cardsList = list(listCards, {
  table: 'card',
  from: ownCards,
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
