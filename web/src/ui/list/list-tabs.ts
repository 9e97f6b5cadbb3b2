import type { ListEndpoint } from '@cardamom/contract/list'
import type { LiveTopic } from '@cardamom/contract/events'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../kernel/api.ts'
import { queryClient } from '../../kernel/query.ts'
import { useLiveTopics } from './use-live-topics.ts'

type Query = Readonly<Record<string, string>>
type TabbedList = Pick<ListEndpoint, 'tabs'>
/** Names of the tabs that a list declares. */
export type TabOf<L extends ListEndpoint> = L['list'] extends { tabs: infer T } ? keyof T & string : never

/** A tab of the page, before the person's saved views. The list declares its filters and counts its rows. */
export type ListTab<Name extends string = string> = {
  readonly tab: Name
  readonly name: string
  /** The order in which it opens. */
  readonly sort?: string
  /** Shown where the tab has no rows. */
  readonly empty?: { readonly title: string; readonly body: string }
}

/** Whether two views have the same filters, order and columns. */
export const isSame = (one: Query, other: Query) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

export const without = (query: Query, names: readonly string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))

/** What an address has besides filters. */
export const notFilters: readonly string[] = ['sort', 'columns']

const filtersOfTab = ({ tabs }: TabbedList, tab: string): Query => tabs[tab] ?? {}

/** The query that opens a tab. */
export const queryOfTab = (list: TabbedList, { tab, sort }: Pick<ListTab, 'tab' | 'sort'>): Query => ({
  ...filtersOfTab(list, tab),
  ...(sort === undefined ? {} : { sort }),
})

/** The filters that tabs set, and the order if a tab has its own. Another tab sets or removes all of them. */
const namesOfTabs = (list: TabbedList, tabs: readonly ListTab[]): string[] => [
  ...new Set(tabs.flatMap((tab) => Object.keys(queryOfTab(list, tab)))),
]

/**
 * What stays when the reader chooses another tab: the filters that no tab has. A list without tabs has only *All*,
 * which removes everything.
 */
export const otherFilters = (list: TabbedList, tabs: readonly ListTab[], query: Query): Query =>
  tabs.length === 0 ? {} : without(query, namesOfTabs(list, tabs))

/** The tab whose filters the query has, whatever its order and other filters; null: none or *All*. */
export const currentTab = (list: TabbedList, tabs: readonly ListTab[], query: Query): ListTab | null => {
  const other = without(query, notFilters)
  const rest = otherFilters(list, tabs, other)
  return tabs.find(({ tab }) => isSame(other, { ...rest, ...filtersOfTab(list, tab) })) ?? null
}

/** Whether the query has no filter of a tab. */
export const isAll = (list: TabbedList, tabs: readonly ListTab[], query: Query): boolean =>
  isSame(without(query, notFilters), otherFilters(list, tabs, without(query, notFilters)))

/** The live stream may say many changes in a second; the tabs are counted at most once in this time. */
const leastMs = 5_000
/** A count that failed is tried again by itself. */
const againMs = 15_000

type Counting = {
  readonly list: ListEndpoint
  /** Filters of the request besides those of the tabs, without the order. */
  readonly filters: Query
  /** The tabs are counted after the rows were read. */
  readonly enabled: boolean
  readonly live: readonly LiveTopic[] | undefined
}

/** How many rows each tab has; 10,001 means more than 10,000. A failed count shows no number. */
export const useTabCounts = ({
  list,
  filters,
  enabled,
  live,
}: Counting): Readonly<Record<string, number>> => {
  const { counts } = list
  const { data } = useQuery({
    queryKey: [list.path, 'counts', filters],
    queryFn: async ({ signal }) => {
      if (counts === undefined) return {}
      return (await call(counts, { input: filters, signal, errors: 'none' })).counts
    },
    enabled: enabled && counts !== undefined,
    staleTime: leastMs,
    placeholderData: keepPreviousData,
    // No button offers to try a count again.
    refetchInterval: ({ state }) => (state.status === 'error' && state.data === undefined ? againMs : false),
  })
  useLiveTopics(counts === undefined ? undefined : live, leastMs, () => {
    void queryClient.invalidateQueries({ queryKey: [list.path, 'counts'] })
  })
  return data ?? {}
}
