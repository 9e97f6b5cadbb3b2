import type { FieldKind, QueryField } from '@cardamom/contract/list'
import { ArrowDownUp } from 'lucide-react'
import { useCallback } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { TextButton } from '../button.tsx'
import { Chip } from '../choice.tsx'
import { cx } from '../cx.ts'
import { SearchBox } from '../search-box.tsx'
import { SelectChip } from '../select-chip.tsx'
import { ColumnsButton } from './columns-button.tsx'
import { filtersOf, hasDays, hasSearch, sortsOf } from './list-query.ts'
import type { ChosenColumns } from './use-columns.ts'
import type { ListState, ListText } from './use-list.ts'

type Bar = { readonly state: ListState; readonly t: ListText }
type WithColumns = Bar & { readonly columns: ChosenColumns }

/**
 * A filter with fixed values is chosen from a list; another one, such as an id from a link, can only be
 * removed.
 */
const FilterChip = ({ state, t, filter }: Bar & { filter: QueryField }) => {
  const ui = useText('lists')
  const { name, values } = filter
  const value = state.query[name] ?? ''
  const label = t(`fields.${name}`)
  if (values !== null)
    return (
      <SelectChip
        name={label}
        any={ui('any')}
        value={value}
        onChange={(next) => state.change({ [name]: next })}
        options={values.map((each) => ({ value: each, label: t(`values.${name}.${each}`) }))}
      />
    )
  return value === '' ? null : (
    <Chip on removable onClick={() => state.change({ [name]: undefined })}>
      {label}
    </Chip>
  )
}

const DayChip = ({ state, name, label }: { state: ListState; name: 'from' | 'to'; label: string }) => {
  const value = state.query[name] ?? ''
  return (
    <label
      className={cx(
        'inline-flex h-11 shrink-0 items-center gap-2 rounded-full px-4 text-md font-medium md:h-8 md:px-3',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
        'md:text-base',
        value === '' ? 'border border-line bg-surface hover:border-ctl' : 'bg-soft text-brand-text',
      )}
    >
      {label}
      <input
        type="date"
        value={value}
        min={name === 'to' ? state.query['from'] : undefined}
        max={name === 'from' ? state.query['to'] : undefined}
        onChange={(event) => state.change({ [name]: event.target.value })}
        className="num bg-transparent font-normal outline-none"
      />
    </label>
  )
}

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
        {filtersOf(state.list).map((filter) => (
          <FilterChip key={filter.name} state={state} t={t} filter={filter} />
        ))}
        {hasDays(state.list) && <DayChip state={state} name="from" label={ui('from')} />}
        {hasDays(state.list) && <DayChip state={state} name="to" label={ui('to')} />}
        <SortChip state={state} t={t} columns={columns} />
        {state.isNarrowed && <TextButton onClick={state.clear}>{ui('clear')}</TextButton>}
      </div>
      <span className="ml-auto max-md:hidden">
        <ColumnsButton columns={columns} state={state} />
      </span>
    </div>
  )
}
