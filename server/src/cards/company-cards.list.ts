import { listCompanyCards } from '@cardamom/contract/cards/company-cards'
import { testFilterOn } from '../identity/test-people.sql.ts'
import { list } from '../kernel/list.ts'
import { selectOnce } from '../kernel/select-once.ts'
import { readBlockers } from './card-blocks.ts'
import { cardsNamed } from './card-search.ts'
import { adminMayBlock, adminMayResume, cardView } from './card-view.ts'
import { cards, noMoney, readCardMoney, withLimits } from './cards.sql.ts'
import { readHolders } from './holders.ts'

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
  items: async (rows, { sql, me }) => {
    const records = rows.map(({ typeName: type, ...row }) => ({ type, card: withLimits(row) }))
    const found = records.map(({ card }) => card)
    const holderOf = await readHolders(sql, found)
    const money = await readCardMoney(
      sql,
      found.map(({ id }) => id),
    )
    const { names, mayLift } = await readBlockers(
      sql,
      me,
      found.filter(({ blockReason }) => blockReason === 'admin').map(({ blockedBy }) => blockedBy),
    )
    const mayBlock = me.may('cards.block')
    const mayUnblock = me.may('cards.unblock')
    return records.map(({ type, card }) => {
      const view = cardView(card, money.get(card.id) ?? noMoney)
      // What the holder may do is not for the list.
      const { canPause: _p, canResume: _r, canReveal: _v, canLoad: _l, version: _n, ...shown } = view
      return {
        ...shown,
        ...holderOf(card),
        type,
        activatedAt: card.activatedAt,
        blockedAt: card.blockedAt,
        blockedByName: card.blockedBy === null ? null : (names.get(card.blockedBy) ?? null),
        // What the operator wrote is not for the company, nor what a company wrote for its sellers.
        blockNote: mayBlock && mayLift(card.blockedBy) ? card.blockNote : null,
        canBlock: mayBlock && adminMayBlock(card),
        canUnblock: mayUnblock && adminMayResume(card) && mayLift(card.blockedBy),
      }
    })
  },
  csv: {
    texts: 'companyCards',
    columns: [
      'ref',
      'holderName',
      'holderEmail',
      'companyName',
      'clientCode',
      'cif',
      'type',
      'form',
      'lastDigits',
      'bin',
      'expiry',
      'status',
      'blockReason',
      'blockedAt',
      'paymentStatus',
      'balance',
      'floating',
      'available',
      'createdAt',
      'activatedAt',
    ],
  },
})
