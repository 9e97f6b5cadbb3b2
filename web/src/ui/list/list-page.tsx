import type { WireOf } from '@cardamom/contract/endpoint'
import type { LiveTopic } from '@cardamom/contract/events'
import type { ListEndpoint } from '@cardamom/contract/list'
import type { LucideIcon } from 'lucide-react'
import { useState, type FunctionComponent, type ReactNode } from 'react'
import { useHasSideRoom, useIsDesktop } from '../../kernel/breakpoint.ts'
import { useText, type Namespace } from '../../kernel/i18n.tsx'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Loaded, ReadFailed } from '../loaded.tsx'
import { asideColumns } from '../page-parts.tsx'
import { PageHeader } from '../page.tsx'
import { SkeletonRows } from '../skeleton.tsx'
import { EndOfRows } from './end-of-rows.tsx'
import { ExportCsv } from './export-csv.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ListDrawer } from './list-drawer.tsx'
import { sortsOf } from './list-query.ts'
import { fullColumns, type AnyColumn, type Column, type ListColumn } from './list-column.tsx'
import { idOf, ListCards, ListTable } from './list-table.tsx'
import type { MissingTexts } from './list-texts.ts'
import { RowFacts } from './row-facts.tsx'
import { isSame, SavedViews, type FixedView } from './saved-views.tsx'
import type { RowOf } from './use-list-pages.ts'
import { useList, useListText, type ListState, type ListText } from './use-list.ts'
import { useListKeys, useOpenRow, type OpenRow } from './use-open-row.ts'

type Details<L extends ListEndpoint> = FunctionComponent<{
  id: string
  row: RowOf<L> | undefined
  openNext: OpenNext<RowOf<L>>
}>

/** Opens the details of the next row for which this is true. Without one, the present details stay. */
export type OpenNext<R> = (isWanted: (row: R) => boolean) => void

type ListPageProps<L extends ListEndpoint, N extends Namespace, Plain extends string, Own extends string> = {
  readonly list: L
  /**
   * The module of the list's texts: `title`, `empty`, `search`, `fields.<name>` for columns, filters and orders, and
   * `values.<name>.<value>`. A missing text does not compile.
   */
  readonly texts: N &
    ([MissingTexts<N, L, Plain | Own, Plain>] extends [never]
      ? unknown
      : { readonly missing: MissingTexts<N, L, Plain | Own, Plain> })
  readonly columns: readonly ListColumn<RowOf<L>, Plain, Own>[]
  /** What the details of a row show besides its columns. */
  readonly details?: readonly ListColumn<RowOf<L>, Plain, Own>[]
  /** Icon of the empty state. */
  readonly icon: LucideIcon
  /** Events after which the rows are read again. */
  readonly live?: readonly LiveTopic[]
  /** Tabs of the page itself, before the person's saved views. */
  readonly views?: readonly FixedView[]
  /** Facts of the page for the text of the empty state, such as a count. */
  readonly emptyFacts?: (page: WireOf<L>) => Facts
  /** Shown between the title and the filters: another view of the list, a button that adds a row. */
  readonly above?: ReactNode
} & (L['list'] extends { byId: true } ? { readonly drawer?: Details<L> } : DrawerOf<L>)

/**
 * Details of a row that need a call of their own. `row` is missing when a link opened it and no page that contains
 * it was read. A list with `byId` needs no drawer: its details are the columns and `details`.
 */
type DrawerOf<L extends ListEndpoint> = { readonly drawer: Details<L> }

type Facts = Readonly<Record<string, string | number>>
/** The same for any list: names and texts are checked where the page is written. */
type AnyListPageProps = Pick<
  ListPageProps<ListEndpoint, Namespace, string, string>,
  'list' | 'icon' | 'live'
> & {
  readonly texts: Namespace
  readonly columns: readonly AnyColumn[]
  readonly details?: readonly AnyColumn[]
  readonly views?: readonly FixedView[]
  readonly drawer?: Details<ListEndpoint>
  readonly emptyFacts?: (page: unknown) => Facts
  readonly above?: ReactNode
}

type NoRowsProps = Pick<AnyListPageProps, 'icon' | 'emptyFacts' | 'views'> & { state: ListState; t: ListText }

const NoRows = ({ state, t, icon, emptyFacts, views = [] }: NoRowsProps) => {
  const ui = useText('lists')
  const facts = emptyFacts?.(state.data?.[0])
  const own = views.find(({ query }) => isSame(query, state.query))?.empty
  if (own)
    return (
      <EmptyState icon={icon} title={own.title} titleAs="h2">
        {own.body}
      </EmptyState>
    )
  if (!state.isNarrowed)
    return (
      <EmptyState icon={icon} title={t('empty.title', facts)} titleAs="h2">
        {t('empty.body', facts)}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={icon}
      title={ui('filteredTitle')}
      titleAs="h2"
      action={<Button onClick={state.clear}>{ui('clear')}</Button>}
    >
      {ui('filteredBody')}
    </EmptyState>
  )
}

type RowsProps = {
  readonly columns: readonly Column[]
  readonly state: ListState
  readonly t: ListText
  readonly open: OpenRow
}

/** Rows that were read stay visible when a refresh fails. */
const ReadRows = ({ state, t, open, columns }: RowsProps) => {
  const ui = useText('lists')
  const isDesktop = useIsDesktop()
  const { rows, isFetchNextPageError: isMoreMissing, error } = state
  const shown = { rows, columns, label: t('title'), open }
  return (
    <div aria-busy={state.isPlaceholderData || undefined} className="flex flex-col gap-3">
      {error !== null && !isMoreMissing && <ReadFailed title={ui('outdated')} reads={[state]} />}
      {isDesktop ? (
        <ListTable {...shown} sort={state.sort} sorts={sortsOf(state.list)} change={state.change} />
      ) : (
        <ListCards {...shown} />
      )}
      <EndOfRows pages={state} />
    </div>
  )
}

/** The id that was open last: a drawer that is closing still shows it. */
const useLastId = (id: string | null): string | null => {
  const [last, setLast] = useState(id)
  if (id !== null && id !== last) setLast(id)
  return id ?? last
}

/** The rows are those of this render, so the next row is the same after the open one has left the list. */
const openNextOf =
  (rows: ListState['rows'], { id, at, show }: OpenRow): OpenNext<RowOf<ListEndpoint>> =>
  (isWanted) => {
    const later = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))]
    const next = later.find((row) => idOf(row) !== id && isWanted(row))
    if (next !== undefined) show(idOf(next))
  }

/**
 * A whole list screen from a list's declaration: header with the count, saved views, filters, table or cards, and a
 * drawer with the details of a row (docs/ux.md §2).
 */
export const ListPage = <
  L extends ListEndpoint,
  N extends Namespace,
  Plain extends string,
  Own extends string,
>(
  props: ListPageProps<L, N, Plain, Own>,
) => <AnyListPage {...(props as unknown as AnyListPageProps)} />

const AnyListPage = ({
  list,
  texts,
  live,
  drawer: Details,
  details = [],
  above,
  ...props
}: AnyListPageProps) => {
  const t = useListText(texts)
  const ui = useText('lists')
  const state = useList(list, { live })
  const hasSideRoom = useHasSideRoom()
  const open = useOpenRow(state.rows.map(idOf))
  useListKeys(open, { hasOwnEscape: !hasSideRoom })
  const id = useLastId(open.id)
  const columns = fullColumns(list, props.columns, t)
  return (
    <div className={hasSideRoom && open.id !== null ? asideColumns : ''}>
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          <PageHeader
            title={t('title')}
            count={state.data && state.countText}
            actions={<ExportCsv list={list} query={state.query} count={state.count} />}
          />
          <SavedViews state={state} fixed={props.views} />
        </div>
        {above}
        <FilterBar state={state} t={t} />
        <Loaded
          reads={{ state }}
          waiting={<SkeletonRows rows={8} />}
          failed={ui('failed')}
          empty={() => state.rows.length === 0 && <NoRows state={state} t={t} {...props} />}
        >
          {() => <ReadRows columns={columns} state={state} t={t} open={open} />}
        </Loaded>
      </div>
      <ListDrawer open={open} shown={state.rows.length} count={state.countText} hasRoom={hasSideRoom}>
        {id !== null &&
          (Details === undefined ? (
            <RowFacts
              key={id}
              id={id}
              state={state}
              live={live}
              columns={[...columns, ...fullColumns(list, details, t)]}
            />
          ) : (
            <Details
              key={id}
              id={id}
              row={state.rows.find((row) => idOf(row) === id)}
              openNext={openNextOf(state.rows, open)}
            />
          ))}
      </ListDrawer>
    </div>
  )
}
