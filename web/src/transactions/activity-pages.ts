import { listTransactions } from '@cardamom/contract/transactions'
import { ahead, queryClient } from '../kernel/query.ts'
import { listPages, useListPages } from '../ui/list/use-list-pages.ts'
import type { ActivityFilter } from './activity-filter.ts'
import { rowsAtOnce } from './transactions-reads.ts'

const reading = (query: ActivityFilter) => ({
  query,
  rowsAtOnce,
  live: ['card.', 'card_transaction.', 'load.credited'] as const,
})

/** Requests the first rows of a filter before their page is drawn. */
export const prefetchPages = (filter: ActivityFilter): Promise<void> =>
  queryClient.prefetchInfiniteQuery(listPages(listTransactions, reading(filter), ahead))

/** The filter of the held rows; the list reads them separately and shows them above all others. */
export const floatingOf = (filter: ActivityFilter): ActivityFilter => ({ ...filter, status: 'floating' })

/** Rows of a filter, page by page during scrolling; read again when something happens on a card. */
export const useActivityPages = (filter: ActivityFilter, { enabled = true }: { enabled?: boolean } = {}) =>
  useListPages(listTransactions, { ...reading(filter), enabled })
