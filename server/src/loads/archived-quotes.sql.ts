import type { Ids } from '../kernel/ids.ts'
import type { Queries } from '../kernel/queries.ts'
import { applyTransition } from '../kernel/states.ts'
import { paymentOfRow, type PaymentRecord } from './load-record.ts'
import { loadTransitions } from './load-status.ts'
import { insertHistory } from './loads.sql.ts'

// This function belongs to the owner, because the app's role may not delete the history of a load.
const archive = 'select archive_quotes($1) as count'

/**
 * Archives a batch of unpaid quotes that ended before an instant. Returns the number of quotes
 * (docs/operations.md, Retention).
 */
export const archiveQuotes = async (sql: Queries, before: Date): Promise<number> =>
  (await sql.one<{ count: number }>(archive, [before])).count

const endings = { cancelled: 'load.cancelled', expired: 'load.expired' } as const

/**
 * Restores an archived quote when its address is paid after all: the load is as it was when it ended. Null:
 * there is none.
 */
export const restoreQuote = async (
  sql: Queries,
  ids: Ids,
  address: string,
): Promise<PaymentRecord | null> => {
  const archived = sql.deleteFrom('archivedQuote').where('address', '=', address).returningAll()
  const quote = await archived.executeTakeFirst()
  if (!quote) return null
  const { endedAs, endedAt, chain, ...terms } = quote
  const row = await sql
    .insertInto('load')
    .values({ ...terms, chain: JSON.stringify(chain), status: 'quoted' })
    .returningAll()
    .executeTakeFirstOrThrow()
  const load = paymentOfRow(row)
  await applyTransition(sql, loadTransitions, { ...load, status: 'quoted' }, endings[endedAs])
  const line = { load, exception: null }
  await insertHistory(sql, { ...line, id: ids.next(), status: 'quoted', at: load.quotedAt })
  await insertHistory(sql, { ...line, id: ids.next(), status: endedAs, at: endedAt })
  return { ...load, status: endedAs, version: load.version + 1 }
}
