import type { QueryField } from '@cardamom/contract/list'
import { useText } from '../../kernel/i18n.tsx'
import { Chip } from '../choice.tsx'
import { cx } from '../cx.ts'
import { SelectChip } from '../select-chip.tsx'
import { filtersOf, hasDays } from './list-query.ts'
import type { ListState, ListText } from './use-list.ts'

type Filtering = { readonly state: Pick<ListState, 'list' | 'query' | 'change'>; readonly t: ListText }

/**
 * A filter with fixed values is chosen from a list; another one, such as an id from a link, can only be
 * removed.
 */
const FilterChip = ({ state, t, filter }: Filtering & { filter: QueryField }) => {
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

const DayChip = ({
  state,
  name,
  label,
}: {
  state: Filtering['state']
  name: 'from' | 'to'
  label: string
}) => {
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

/** A chip for each filter and for the days, as the list declares them. */
export const FilterChips = ({ state, t }: Filtering) => {
  const ui = useText('lists')
  return (
    <>
      {filtersOf(state.list).map((filter) => (
        <FilterChip key={filter.name} state={state} t={t} filter={filter} />
      ))}
      {hasDays(state.list) && <DayChip state={state} name="from" label={ui('from')} />}
      {hasDays(state.list) && <DayChip state={state} name="to" label={ui('to')} />}
    </>
  )
}
