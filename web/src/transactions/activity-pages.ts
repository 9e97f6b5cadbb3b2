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

/** Asks for the first rows of a filter before the page that shows them is there. */
export const prefetchPages = (filter: ActivityFilter): Promise<void> =>
  queryClient.prefetchInfiniteQuery(listPages(listTransactions, reading(filter), ahead))

/** The rows held now stand above all others: what the list asks for beside its own rows. */
export const floatingOf = (filter: ActivityFilter): ActivityFilter => ({ ...filter, status: 'floating' })

/** Rows of a filter, page by page as they are scrolled to; read again when something happens on a card. */
export const useActivityPages = (filter: ActivityFilter, { enabled = true }: { enabled?: boolean } = {}) =>
  useListPages(listTransactions, { ...reading(filter), enabled })
