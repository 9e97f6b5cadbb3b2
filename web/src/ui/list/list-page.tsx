import type { ListEndpoint } from '@cardamom/contract/list'
import { useState } from 'react'
import { useHasSideRoom } from '../../kernel/breakpoint.ts'
import { useText, type Namespace } from '../../kernel/i18n.tsx'
import { Loaded } from '../loaded.tsx'
import { asideColumns } from '../page-parts.tsx'
import { PageHeader } from '../page.tsx'
import { SkeletonRows } from '../skeleton.tsx'
import { BulkBar, useBulkActions } from './bulk-bar.tsx'
import { ExportCsv } from './export-csv.tsx'
import { FilterBar } from './filter-bar.tsx'
import { KeysButton } from './keys-button.tsx'
import { fullColumns, idOf } from './list-column.tsx'
import { ListDrawer } from './list-drawer.tsx'
import type { AnyListPageProps, ListPageProps, OpenNext } from './list-page-props.ts'
import { NoRows } from './no-rows.tsx'
import { ReadRows } from './read-rows.tsx'
import { RowFacts } from './row-facts.tsx'
import { SavedViews } from './saved-views.tsx'
import { fileColumns, useColumns } from './use-columns.ts'
import { hasCsv } from './use-csv.ts'
import type { RowOf } from './use-list-pages.ts'
import { useList, useListText, type ListState } from './use-list.ts'
import { useLiveRows } from './use-live-rows.ts'
import { useListKeys, useOpenRow, type OpenRow } from './use-open-row.ts'
import { useSelection } from './use-selection.ts'

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
  isUnderWay,
  above,
  primary,
  ...props
}: AnyListPageProps) => {
  const t = useListText(texts)
  const ui = useText('lists')
  const state = useList(list)
  const liveRows = useLiveRows(state, { live, isUnderWay })
  const hasSideRoom = useHasSideRoom()
  const open = useOpenRow(state.rows.map(idOf))
  const actions = useBulkActions(props.bulk ?? [])
  const selected = useSelection(state.rows, JSON.stringify(state.query))
  const selection = actions.length > 0 ? selected : null
  useListKeys(open, { hasOwnEscape: !hasSideRoom, selection })
  const id = useLastId(open.id)
  const columns = fullColumns(list, props.columns, t)
  const others = fullColumns(list, details, t)
  const chosen = useColumns(columns, others)
  return (
    <div className={hasSideRoom && open.id !== null ? asideColumns : ''}>
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          <PageHeader
            title={t('title')}
            count={state.data && state.countText}
            actions={
              <>
                <KeysButton hasSelection={selection !== null} hasFile={hasCsv(list)} />
                <ExportCsv
                  list={list}
                  query={state.query}
                  columns={fileColumns(chosen)}
                  count={state.count}
                />
                {primary !== undefined && <div className="max-md:hidden">{primary}</div>}
              </>
            }
          />
          <SavedViews state={state} columns={chosen.text} tabs={props.tabs} live={live} />
        </div>
        {primary !== undefined && (
          <div className="empty:hidden *:w-full md:hidden [&_a]:grow [&_button]:grow">{primary}</div>
        )}
        {above}
        <FilterBar state={state} t={t} columns={chosen} />
        <Loaded
          reads={{ state }}
          waiting={<SkeletonRows rows={8} />}
          failed={props.failed ?? ui('failed')}
          empty={() => state.rows.length === 0 && <NoRows state={state} t={t} {...props} />}
        >
          {() => (
            <ReadRows
              live={liveRows}
              columns={columns}
              shown={chosen.shown}
              state={state}
              t={t}
              open={open}
              selection={selection}
            />
          )}
        </Loaded>
        {selection && <BulkBar actions={actions} selection={selection} state={state} columns={columns} />}
      </div>
      <ListDrawer open={open} shown={state.rows.length} count={state.countText} hasRoom={hasSideRoom}>
        {id !== null &&
          (Details === undefined ? (
            <RowFacts key={id} id={id} state={state} live={live} columns={chosen.all} />
          ) : (
            <Details
              key={id}
              id={id}
              row={state.rows.find((row) => idOf(row) === id)}
              openNext={openNextOf(
                state.rows.filter((row) => !liveRows.hasLeft(idOf(row))),
                open,
              )}
            />
          ))}
      </ListDrawer>
    </div>
  )
}
