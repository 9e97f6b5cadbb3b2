import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import type { LiveTopic } from '@cardamom/contract/events'
import type { ListEndpoint } from '@cardamom/contract/list'
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { call, type ApiError, type CallOptions } from '../../kernel/api.ts'

/** Filters, days, search text and order of a list, without the cursor. */
export type QueryOf<L extends ListEndpoint> = Partial<Omit<SentInputOf<L>, 'limit' | 'cursor'>>
/** One row as sent on the wire. */
export type RowOf<L extends ListEndpoint> = z.input<L['list']['row']>

type PagesQuery<L extends ListEndpoint> = {
  readonly query: QueryOf<L>
  /** Events after which the pages are read again. */
  readonly live?: readonly LiveTopic[]
  /** Number of rows of one page. */
  readonly rowsAtOnce?: number
}

type Cursor = string | null
type AnyPage = { readonly items: readonly unknown[]; readonly nextCursor: Cursor }
/** Callers' types check endpoint and query; inside this file they can be those of any list. */
type ReadPage = (list: ListEndpoint, args: object) => Promise<unknown>

/** The cache key of a list's pages. */
export const listKey = (list: Pick<ListEndpoint, 'path'>, query: object = {}) =>
  [list.path, 'pages', query] as const

/** Options to read the pages of a list, also for reading ahead before its page is shown. */
export const listPages = <L extends ListEndpoint>(
  list: L,
  { query, live, rowsAtOnce = 30 }: PagesQuery<L>,
  options: CallOptions = {},
) =>
  infiniteQueryOptions<WireOf<L>, ApiError, WireOf<L>[], readonly unknown[], Cursor>({
    queryKey: listKey(list, query),
    queryFn: ({ pageParam, signal }) => {
      const input = { ...query, ...(pageParam === null ? {} : { cursor: pageParam }), limit: rowsAtOnce }
      return (call as ReadPage)(list, { input, signal, ...options }) as Promise<WireOf<L>>
    },
    initialPageParam: null,
    getNextPageParam: (page) => (page as AnyPage).nextCursor,
    select: ({ pages }) => pages,
    ...(live === undefined ? {} : { meta: { live } }),
  })

export type ListPages<L extends ListEndpoint> = UseInfiniteQueryResult<WireOf<L>[], ApiError> & {
  /** Rows of all pages that were read. */
  readonly rows: readonly RowOf<L>[]
  readonly count: number
  readonly countIsCapped: boolean
}

/** A list's rows, page by page. While another filter is read, the rows of the previous one stay. */
export const useListPages = <L extends ListEndpoint>(
  list: L,
  { enabled = true, ...reading }: PagesQuery<L> & { readonly enabled?: boolean },
): ListPages<L> => {
  const pages = useInfiniteQuery({
    ...listPages(list, reading),
    enabled,
    placeholderData: keepPreviousData,
  })
  const read = (pages.data ?? []) as readonly { items: RowOf<L>[]; count: number; countIsCapped: boolean }[]
  return {
    ...pages,
    rows: read.flatMap(({ items }) => items),
    count: read[0]?.count ?? 0,
    countIsCapped: read[0]?.countIsCapped ?? false,
  }
}
