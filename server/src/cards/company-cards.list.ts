import { listCompanyCards } from '@cardamom/contract/cards/company-cards'
import { testFilterOn } from '../identity/test-people.sql.ts'
import { list } from '../kernel/list.ts'
import { selectOnce } from '../kernel/select-once.ts'
import { cardsNamed } from './card-search.ts'
import { cardView } from './card-view.ts'
import { cards, noMoney, readCardMoney, withLimits } from './cards.sql.ts'

const cardsWithType = selectOnce((sql) =>
  cards(sql).innerJoin('cardType', 'cardType.id', 'card.cardTypeId').select('cardType.name as typeName'),
)

/** Cards of the people whom the reader may see, each with the money on it. */
export const companyCardsList = list(listCompanyCards, {
  table: 'card',
  from: cardsWithType,
  scope: { companies: 'card.companyId', people: 'card.userId' },
  sorts: { createdAt: 'card.id' },
  filters: { isTest: testFilterOn('card.userId') },
  search: cardsNamed,
  items: async (rows, { sql }) => {
    const money = await readCardMoney(
      sql,
      rows.map(({ id }) => id),
    )
    return rows.map(({ typeName: type, ...row }) => {
      const view = cardView(withLimits(row), money.get(row.id) ?? noMoney)
      const { id, ref, status, explanation, form, finish, nameOnCard, lastDigits, expiry } = view
      const { balance, available, createdAt } = view
      const { userId, companyId } = row
      const shown = { id, ref, status, explanation, form, finish, nameOnCard, lastDigits, expiry }
      return { ...shown, balance, available, createdAt, userId, companyId, type }
    })
  },
})
