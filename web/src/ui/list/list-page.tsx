import type { LiveTopic } from '@cardamom/contract/events'
import type { ListEndpoint } from '@cardamom/contract/list'
import type { LucideIcon } from 'lucide-react'
import { useCallback, useState, type FunctionComponent } from 'react'
import { useHasSideRoom, useIsWide } from '../../kernel/breakpoint.ts'
import { useText, type Namespace } from '../../kernel/i18n.tsx'
import { countText } from '../../kernel/money-text.ts'
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
import { idOf, ListCards, ListTable, type Column } from './list-table.tsx'
import { SavedViews } from './saved-views.tsx'
import type { RowOf } from './use-list-pages.ts'
import { useList, useListText, type ListState, type ListText } from './use-list.ts'
import { useListKeys, useOpenRow, type OpenRow } from './use-open-row.ts'

type ListPageProps<L extends ListEndpoint> = {
  readonly list: L
  /** The module whose texts have `title`, `empty`, `columns`, `filters`, `filterValues` and `sorts`. */
  readonly texts: Namespace
  readonly columns: readonly Column<RowOf<L>>[]
  /** Details of a row. `row` is missing when a link opened it and no page that contains it was read. */
  readonly drawer: FunctionComponent<{ id: string; row: RowOf<L> | undefined }>
  /** Icon of the empty state. */
  readonly icon: LucideIcon
  /** Events after which the rows are read again. */
  readonly live?: readonly LiveTopic[]
}

const NoRows = ({ state, t, icon }: { state: ListState; t: ListText; icon: LucideIcon }) => {
  const ui = useText('lists')
  if (!state.isNarrowed)
    return (
      <EmptyState icon={icon} title={t('empty.title')} titleAs="h2">
        {t('empty.body')}
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

type RowsProps<L extends ListEndpoint> = Pick<ListPageProps<L>, 'columns'> & {
  readonly state: ListState<L>
  readonly t: ListText
  readonly open: OpenRow
}

/** Keeps the rows on screen when reading them again fails. */
const ReadRows = <L extends ListEndpoint>({ state, t, open, columns }: RowsProps<L>) => {
  const ui = useText('lists')
  const isWide = useIsWide()
  const { rows, fetchNextPage, isFetchNextPageError: isMoreMissing, error } = state
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const shown = { rows, columns, label: t('title'), open }
  return (
    <div aria-busy={state.isPlaceholderData || undefined} className="flex flex-col gap-3">
      {error !== null && !isMoreMissing && <ReadFailed title={ui('outdated')} reads={[state]} />}
      {isWide ? (
        <ListTable {...shown} t={t} sort={state.sort} sorts={sortsOf(state.list)} change={state.change} />
      ) : (
        <ListCards {...shown} />
      )}
      {isMoreMissing && (
        <ReadFailed
          title={ui('moreFailed')}
          reads={[{ error, isFetching: state.isFetchingNextPage, refetch: fetchNextPage }]}
        />
      )}
      <EndOfRows
        text={
          state.hasNextPage
            ? ui('shownOf', { shown: countText(rows.length), count: state.countText })
            : ui('allShown')
        }
        more={ui('more')}
        hasMore={state.hasNextPage && !isMoreMissing}
        isBusy={state.isFetchingNextPage}
        onMore={more}
      />
    </div>
  )
}

/** The id that was open last: a drawer that is closing still shows it. */
const useLastId = (id: string | null): string | null => {
  const [last, setLast] = useState(id)
  if (id !== null && id !== last) setLast(id)
  return id ?? last
}

/**
 * A whole list screen from a list's declaration: header with the count, saved views, filters, table or cards, and a
 * drawer with the details of a row (docs/ux.md §2).
 */
export const ListPage = <L extends ListEndpoint>(props: ListPageProps<L>) => {
  const { list, texts, live, drawer: Details } = props
  const t = useListText(texts)
  const ui = useText('lists')
  const state = useList(list, { live })
  const hasSideRoom = useHasSideRoom()
  const open = useOpenRow(state.rows.map(idOf))
  useListKeys(open, { hasOwnEscape: !hasSideRoom })
  const id = useLastId(open.id)
  // The parts below read no field of a row, so its type is not needed.
  const untyped = state as unknown as ListState
  return (
    <div className={hasSideRoom && open.id !== null ? asideColumns : ''}>
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          <PageHeader
            title={t('title')}
            count={state.data && state.countText}
            actions={<ExportCsv list={list} query={state.query} />}
          />
          <SavedViews state={untyped} />
        </div>
        <FilterBar state={untyped} t={t} />
        <Loaded
          reads={{ state }}
          waiting={<SkeletonRows rows={8} />}
          failed={ui('failed')}
          empty={() => state.rows.length === 0 && <NoRows state={untyped} t={t} icon={props.icon} />}
        >
          {() => <ReadRows columns={props.columns} state={state} t={t} open={open} />}
        </Loaded>
      </div>
      <ListDrawer open={open} shown={state.rows.length} count={state.countText} hasRoom={hasSideRoom}>
        {id !== null && <Details key={id} id={id} row={state.rows.find((row) => idOf(row) === id)} />}
      </ListDrawer>
    </div>
  )
}
