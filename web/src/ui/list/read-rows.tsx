import { useIsDesktop } from '../../kernel/breakpoint.ts'
import { useText } from '../../kernel/i18n.tsx'
import { ReadFailed } from '../loaded.tsx'
import { EndOfRows } from './end-of-rows.tsx'
import { ListCards } from './list-cards.tsx'
import type { Column } from './list-column.tsx'
import { sortsOf } from './list-query.ts'
import { ListTable } from './list-table.tsx'
import { NewRows } from './new-rows.tsx'
import { SelectButton } from './select-box.tsx'
import type { ListState, ListText } from './use-list.ts'
import type { LiveRows } from './use-live-rows.ts'
import type { OpenRow } from './use-open-row.ts'
import type { Selection } from './use-selection.ts'

type RowsProps = {
  readonly live: LiveRows
  readonly columns: readonly Column[]
  /** Columns of the table; the cards of a phone have all usual ones that name their position. */
  readonly shown: readonly Column[]
  readonly state: ListState
  readonly t: ListText
  readonly open: OpenRow
  readonly selection: Selection | null
}

/** Rows that were read stay visible when a refresh fails. */
export const ReadRows = ({ live, state, t, open, columns, shown, selection }: RowsProps) => {
  const ui = useText('lists')
  const isDesktop = useIsDesktop()
  const { rows, isFetchNextPageError: isMoreMissing, error } = state
  const parts = { rows, label: t('title'), open, selection }
  return (
    <div aria-busy={state.isPlaceholderData || undefined} className="flex flex-col gap-3">
      <NewRows live={live} />
      {error !== null && !isMoreMissing && <ReadFailed title={ui('outdated')} reads={[state]} />}
      {isDesktop ? (
        <ListTable
          {...parts}
          columns={shown}
          sort={state.sort}
          sorts={sortsOf(state.list)}
          change={state.change}
        />
      ) : (
        <>
          {selection && !selection.isSelecting && <SelectButton onClick={selection.start} />}
          <ListCards {...parts} columns={columns} />
        </>
      )}
      <EndOfRows pages={state} />
    </div>
  )
}
