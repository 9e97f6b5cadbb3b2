import { listTransactions } from '@cardamom/contract/transactions'
import type { WireOf } from '@cardamom/contract/endpoint'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call, type ApiError, type CallOptions } from '../kernel/api.ts'
import { ahead, queryClient } from '../kernel/query.ts'
import type { ActivityFilter } from './activity-filter.ts'
import { rowsAtOnce } from './transactions-reads.ts'

type Page = WireOf<typeof listTransactions>

const pagesOf = (filter: ActivityFilter, options: CallOptions = {}) =>
  infiniteQueryOptions<Page, ApiError, Page[], readonly unknown[], string | null>({
    queryKey: [listTransactions.path, 'pages', filter],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      const input = { ...filter, ...cursor, limit: rowsAtOnce }
      return call(listTransactions, { input, signal, ...options })
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages: list }) => list,
    meta: { live: ['card.', 'card_transaction.', 'load.credited'] },
  })

/** Asks for the first rows of a filter before the page that shows them is there. */
export const prefetchPages = (filter: ActivityFilter): Promise<void> =>
  queryClient.prefetchInfiniteQuery(pagesOf(filter, ahead))

/** The rows held now stand above all others: what the list asks for beside its own rows. */
export const floatingOf = (filter: ActivityFilter): ActivityFilter => ({ ...filter, status: 'floating' })

/** Rows of a filter, page by page as they are scrolled to; read again when something happens on a card. */
export const useActivityPages = (filter: ActivityFilter, { enabled = true }: { enabled?: boolean } = {}) => {
  const pages = useInfiniteQuery({ ...pagesOf(filter), enabled, placeholderData: keepPreviousData })
  const rows = pages.data?.flatMap(({ items }) => items) ?? []
  return { ...pages, rows, count: pages.data?.[0]?.count ?? 0 }
}
