import { listTransactions } from '@cardamom/contract/transactions'
import type { WireOf } from '@cardamom/contract/endpoint'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ApiError } from '../../kernel/api.ts'
import { call } from '../../kernel/api.ts'
import type { ActivityFilter } from './activity-filter.ts'

const rowsAtOnce = 30
type Page = WireOf<typeof listTransactions>

/** Rows of a filter, page by page as they are scrolled to; read again when something happens on a card. */
export const useActivityPages = (filter: ActivityFilter, { enabled = true }: { enabled?: boolean } = {}) => {
  const pages = useInfiniteQuery<Page, ApiError, Page[], readonly unknown[], string | null>({
    queryKey: [listTransactions.path, 'pages', filter],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      const input = { ...filter, ...cursor, limit: rowsAtOnce }
      return call(listTransactions, { input, signal, errors: 'quiet' })
    },
    enabled,
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages: list }) => list,
    placeholderData: keepPreviousData,
    meta: { live: ['card', 'load.credited'] },
  })
  const rows = pages.data?.flatMap(({ items }) => items) ?? []
  return { ...pages, rows, count: pages.data?.[0]?.count ?? 0 }
}
