import { todayIn } from '@cardamom/contract/dates'
import { listTransactions } from '@cardamom/contract/transactions'
import { useMemo } from 'react'
import { now } from '../kernel/clock.ts'
import { useTimeZone } from '../kernel/dates.tsx'
import { lastDayOf } from '../kernel/months.ts'
import { useQueryParams, type QueryParams } from '../kernel/router.tsx'
import { listQueryOf } from '../ui/list/list-query.ts'
import type { QueryOf } from '../ui/list/use-list-pages.ts'

/** Input of the list, of its sums and of its CSV file. */
export type ActivityFilter = Pick<
  QueryOf<typeof listTransactions>,
  'status' | 'from' | 'to' | 'category' | 'cardId' | 'q'
>
export type View = NonNullable<ActivityFilter['status']> | 'all'

/**
 * The filter in an address's query, as the list accepts it. The address names a card by `card`, and a month
 * instead of days. Unknown values are ignored.
 */
export const filterOf = (query: QueryParams) => {
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(query['month'] ?? '') ? query['month'] : undefined
  const filter: ActivityFilter = listQueryOf(listTransactions, {
    status: query['status'],
    category: query['category'],
    cardId: query['card'],
    q: query['q'],
    ...(month === undefined ? {} : { from: `${month}-01`, to: lastDayOf(month) }),
  })
  const { status: view = 'all', category, cardId } = filter
  // The search box also shows a text that is too short to be searched for.
  const q = (query['q'] ?? '').trim()
  return { view, month, category, cardId, q, filter }
}
export type ActivityQuery = ReturnType<typeof filterOf>

/** The filter of the page, stored in its address, so that it can be shared and reloaded (ux §2). */
export const useActivityFilter = (): readonly [ActivityQuery, (changes: QueryParams) => void] => {
  const [query, change] = useQueryParams()
  return [useMemo(() => filterOf(query), [query]), change]
}

/** Today's month in the reader's time zone. */
export const useThisMonth = (): string => todayIn(useTimeZone(), now()).slice(0, 7)
