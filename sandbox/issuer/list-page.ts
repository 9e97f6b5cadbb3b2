import type { SQLInputValue } from 'node:sqlite'
import type { Desk } from './desk.ts'
import { fieldsOf } from './fields.ts'

/**
 * A page of rows as every list of Reap answers it.
 * @param of.from `from … where …` of the rows, with `values` for its holes
 * @param of.query the request's, already checked by its schema
 */
export const listPage = <Row, Item>(
  desk: Desk,
  of: {
    from: string
    order: string
    values: readonly SQLInputValue[]
    query: unknown
    defaultLimit: number
    toItem: (row: Row) => Item
  },
) => {
  const fields = fieldsOf(of.query)
  const limit = fields.number('limit', { from: 1, to: 100 }) ?? of.defaultLimit
  const page = fields.number('page', { from: 1, to: 999_999_999 }) ?? 1
  const counted = desk.db.one<{ count: bigint }>(`select count(*) as count ${of.from}`, ...of.values)
  const totalItems = Number(counted?.count ?? 0n)
  const rows = desk.db.all<Row>(
    `select * ${of.from} order by ${of.order} limit ? offset ?`,
    ...of.values,
    limit,
    (page - 1) * limit,
  )
  const items = rows.map(of.toItem)
  return {
    items,
    meta: {
      itemCount: items.length,
      totalItems,
      itemsPerPage: limit,
      totalPages: Math.ceil(totalItems / limit),
      currentPage: page,
    },
  }
}
