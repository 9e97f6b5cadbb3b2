import { Calendar, CreditCard, Shapes } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { capital } from '../kernel/date-text.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { countText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import type { QueryParams } from '../kernel/router.tsx'
import { monthsBack } from '../kernel/months.ts'
import { Chip } from '../ui/choice.tsx'
import { SelectChip } from '../ui/select-chip.tsx'
import { useThisMonth, type ActivityQuery } from './activity-filter.ts'
import { categories } from './category-icon.ts'
import { reads } from './transactions-reads.ts'

type Filtering = {
  readonly query: ActivityQuery
  readonly change: (changes: QueryParams) => void
}

/** The filter by card, where there are several. */
const CardChip = ({ query, change }: Filtering) => {
  const t = useText('transactions')
  const cards = useCall(...reads.cards, { live: ['card.'] })
  const numbered = (cards.data?.items ?? []).filter(({ lastDigits }) => lastDigits !== null)
  if (numbered.length < 2 && query.cardId === undefined) return null
  return (
    <SelectChip
      name={t('filter.card')}
      icon={CreditCard}
      any={t('filter.anyCard')}
      value={query.cardId ?? ''}
      onChange={(card) => change({ card })}
      options={numbered.map(({ id, lastDigits }) => ({
        value: id,
        label: t('filter.cardEnding', { digits: lastDigits ?? '' }),
      }))}
    />
  )
}

/** Filters by month, category, card and declined payments. Active ones are coloured and have a cross. */
export const ActivityFilters = ({ query, change, declinedCount }: Filtering & { declinedCount: number }) => {
  const t = useText('transactions')
  const date = useDates()
  const thisMonth = useThisMonth()
  const isDeclined = query.view === 'declined'
  const chips = useRef<HTMLDivElement>(null)
  // The chips are wider than a phone's window, so the last one is scrolled into view when it is active.
  useEffect(() => {
    const row = chips.current
    if (row !== null && isDeclined) row.scrollLeft = row.scrollWidth
  }, [isDeclined, query.month, query.category])
  return (
    <div
      ref={chips}
      role="group"
      aria-label={t('filter.label')}
      className="-mx-5 flex gap-2 overflow-x-auto px-5 py-1 md:mx-0 md:flex-wrap md:px-0"
    >
      <SelectChip
        name={t('filter.month')}
        icon={Calendar}
        any={t('filter.anyMonth')}
        value={query.month ?? ''}
        onChange={(month) => change({ month })}
        options={monthsBack(thisMonth, query.month).map((month) => ({
          value: month,
          label: capital(date(`${month}-01`, 'month')),
        }))}
      />
      <SelectChip
        name={t('filter.category')}
        icon={Shapes}
        any={t('filter.anyCategory')}
        value={query.category ?? ''}
        onChange={(category) => change({ category })}
        options={categories.map((category) => ({
          value: category,
          label: t(`categories.${category}`),
        }))}
      />
      <CardChip query={query} change={change} />
      {(declinedCount > 0 || isDeclined) && (
        <Chip on={isDeclined} onClick={() => change({ status: isDeclined ? undefined : 'declined' })}>
          {t('declinedCount', { count: countText(declinedCount) })}
        </Chip>
      )}
    </div>
  )
}
