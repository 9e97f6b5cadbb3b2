import { todayIn } from '@cardamom/contract/dates'
import { listTransactions } from '@cardamom/contract/transactions'
import { useMemo } from 'react'
import { now } from '../kernel/clock.ts'
import { useTimeZone } from '../kernel/dates.tsx'
import { useQueryParams, type QueryParams } from '../kernel/router.tsx'
import { listQueryOf } from '../ui/list/list-query.ts'
import type { QueryOf } from '../ui/list/use-list-pages.ts'

/** Input of the list, of its sums and of its CSV file. */
export type ActivityFilter = Pick<
  QueryOf<typeof listTransactions>,
  'status' | 'from' | 'to' | 'category' | 'cardId' | 'q'
>
export type View = NonNullable<ActivityFilter['status']> | 'all'

/** The last day of a month: `2026-11-30` of `2026-11`. */
export const lastDayOf = (month: string): string => {
  const [year = '0', number = '0'] = month.split('-')
  const day = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate()
  return `${month}-${String(day).padStart(2, '0')}`
}

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

/** This month and the eleven before it, newest first, as `2026-11`; an older requested month is added. */
export const monthsBack = (today: string, wanted: string | undefined): string[] => {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const months = Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
  return wanted === undefined || months.includes(wanted) ? months : [...months, wanted]
}

/** Today's month in the reader's time zone. */
export const useThisMonth = (): string => todayIn(useTimeZone(), now()).slice(0, 7)
