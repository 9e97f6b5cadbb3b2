import { todayIn } from '@cardamom/contract/dates'
import type { SpendingCategory } from '@cardamom/contract/transactions'
import { useMemo } from 'react'
import { now } from '../kernel/clock.ts'
import { useTimeZone } from '../kernel/dates.tsx'
import { useQueryParams, type QueryParams } from '../kernel/router.tsx'
import { shortestSearch } from '../ui/search-box.tsx'
import { categories } from './category-icon.ts'

const views = ['floating', 'settled', 'declined', 'released'] as const
export type View = (typeof views)[number] | 'all'

/** Input of the list, of its sums and of its CSV file. */
export type ActivityFilter = {
  readonly status?: Exclude<View, 'all'>
  readonly from?: string
  readonly to?: string
  readonly category?: SpendingCategory
  readonly cardId?: string
  readonly q?: string
}

/** The last day of a month: `2026-11-30` of `2026-11`. */
export const lastDayOf = (month: string): string => {
  const [year = '0', number = '0'] = month.split('-')
  const day = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate()
  return `${month}-${String(day).padStart(2, '0')}`
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The filter in an address's query; unknown values are ignored. */
export const filterOf = (query: QueryParams) => {
  const view: View = views.find((each) => each === query['status']) ?? 'all'
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(query['month'] ?? '') ? query['month'] : undefined
  const category = categories.find((each) => each === query['category'])
  const cardId = uuid.test(query['card'] ?? '') ? query['card'] : undefined
  const q = (query['q'] ?? '').trim()
  const period = {
    ...(month === undefined ? {} : { from: `${month}-01`, to: lastDayOf(month) }),
    ...(cardId === undefined ? {} : { cardId }),
  }
  const narrow = {
    ...(category === undefined ? {} : { category }),
    ...(q.length < shortestSearch ? {} : { q }),
  }
  const filter: ActivityFilter = {
    ...(view === 'all' ? {} : { status: view }),
    ...period,
    ...narrow,
  }
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
