import { listCardStock } from '@cardamom/contract/cards/card-stock'
import { sql as fragment, type SqlBool } from 'kysely'
import { list } from '../kernel/list.ts'
import { serialOf } from './card-stock.ts'

/** Physical cards without a name, of the installation. */
export const cardStockList = list(listCardStock, {
  table: 'cardStock',
  scope: 'shared',
  from: (sql) =>
    sql
      .selectFrom('cardStock')
      .innerJoin('cardType', 'cardType.id', 'cardStock.cardTypeId')
      .select(['cardStock.id', 'cardStock.serial', 'cardStock.bin', 'cardStock.lastDigits'])
      .select(['cardStock.expiry', 'cardStock.createdAt', 'cardType.name as type']),
  search: (phrase) =>
    fragment<SqlBool>`(card_stock.last_digits = ${phrase} or card_stock.serial = ${serialOf(phrase)})`,
  items: (rows) => rows,
  csv: { texts: 'cardStock', columns: ['serial', 'type', 'bin', 'lastDigits', 'expiry', 'createdAt'] },
})
