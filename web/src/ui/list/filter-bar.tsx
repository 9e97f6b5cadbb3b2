import type { FieldKind } from '@cardamom/contract/list'
import { ArrowDownUp } from 'lucide-react'
import { useCallback } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { TextButton } from '../button.tsx'
import { cx } from '../cx.ts'
import { SearchBox } from '../search-box.tsx'
import { SelectChip } from '../select-chip.tsx'
import { ColumnsButton } from './columns-button.tsx'
import { FilterChips } from './filter-chips.tsx'
import { hasSearch, sortsOf } from './list-query.ts'
import type { ChosenColumns } from './use-columns.ts'
import type { ListState, ListText } from './use-list.ts'

type Bar = { readonly state: ListState; readonly t: ListText }
type WithColumns = Bar & { readonly columns: ChosenColumns }

/** How an order is named: times from old to new, amounts from low to high, texts by the alphabet. */
const sortKindOf = (kind: FieldKind | undefined): 'time' | 'amount' | 'text' => {
  if (kind === 'money' || kind === 'number') return 'amount'
  return kind === 'time' ? 'time' : 'text'
}

/** Chooses the order where no header does: on a phone, and where the column of the order is hidden. */
const SortChip = ({ state, t, columns }: WithColumns) => {
  const ui = useText('lists')
  const [usual, ...others] = sortsOf(state.list)
  const textOf = (sort: string) => {
    const name = sort.replace('-', '')
    const direction = sort.startsWith('-') ? 'down' : 'up'
    return ui(`sorts.${sortKindOf(state.list.fieldKinds[name])}.${direction}`, { field: t(`fields.${name}`) })
  }
  if (others.length === 0) return null
  const isInHeader = columns.shown.some(({ sort }) => sort === state.sort.replace('-', ''))
  return (
    <span className={cx(isInHeader && 'md:hidden')}>
      <SelectChip
        name={ui('order')}
        icon={ArrowDownUp}
        any={textOf(usual)}
        value={state.sort === usual ? '' : state.sort}
        onChange={(sort) => state.change({ sort })}
        options={others.map((sort) => ({ value: sort, label: textOf(sort) }))}
      />
    </span>
  )
}

/** Search box, a chip for each filter, days and order, as the list declares them. */
export const FilterBar = ({ state, t, columns }: WithColumns) => {
  const ui = useText('lists')
  const { change } = state
  const onSearch = useCallback((q: string) => change({ q }), [change])
  return (
    <div className="flex flex-col gap-3 md:flex-row md:flex-wrap md:items-center">
      {hasSearch(state.list) && (
        <div className="md:w-80">
          <SearchBox
            texts={{ label: t('search'), short: ui('short'), close: ui('clearSearch') }}
            value={state.query['q'] ?? ''}
            onSearch={onSearch}
          />
        </div>
      )}
      <div
        role="group"
        aria-label={ui('filters')}
        className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0"
      >
        <FilterChips state={state} t={t} />
        <SortChip state={state} t={t} columns={columns} />
        {state.isNarrowed && <TextButton onClick={state.clear}>{ui('clear')}</TextButton>}
      </div>
      <span className="ml-auto max-md:hidden">
        <ColumnsButton columns={columns} state={state} />
      </span>
    </div>
  )
}
