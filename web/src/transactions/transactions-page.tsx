import { readActivitySummary, readSpending } from '@cardamom/contract/transactions/activity'
import { Download, Search } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useState } from 'react'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { countText, moneyText } from '../kernel/money-text.ts'
import { prefetch, useCall, whileCardholderIsChecked } from '../kernel/query.ts'
import { queryParamsOf } from '../kernel/location.ts'
import { useHasColumn } from '../kernel/breakpoint.ts'
import { Button } from '../ui/button.tsx'
import { Segmented, type Segment } from '../ui/choice.tsx'
import { asideColumns, Stack } from '../ui/page-parts.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import {
  filterOf,
  useActivityFilter,
  useThisMonth,
  type ActivityQuery,
  type View,
} from './activity-filter.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { DayRows, FloatingRows, NoRows } from './activity-list.tsx'
import { floatingOf, prefetchPages, useActivityPages } from './activity-pages.ts'
import { Sums, useSummary, type ActivitySummary, type Summary } from './activity-sums.tsx'
import { CategoryBars } from './category-bars.tsx'
import { FilesDialog } from './files-dialog.tsx'
import { reads } from './transactions-reads.ts'

// Preloads what the page needs after its data has come: a text that loads later would hide the page again.
preloadText('declines')

whileCardholderIsChecked(() => {
  const { view, filter } = filterOf(queryParamsOf(location.search))
  return Promise.all([
    prefetchPages(filter),
    view === 'all' && prefetchPages(floatingOf(filter)),
    prefetch({ summary: [readActivitySummary, { input: filter }], cards: reads.cards }),
  ])
})

const noFilter = { status: '', month: '', category: '', card: '', q: '' }
const live = ['card.', 'card_transaction.', 'load.credited'] as const

/** The rows are most of the page. After a press above them, the rest of the page is drawn first. */
const List = memo(({ query, onClear }: { query: ActivityQuery; onClear: () => void }) => {
  const t = useText('transactions')
  const isAll = query.view === 'all'
  const pages = useActivityPages(query.filter)
  const floating = useActivityPages(floatingOf(query.filter), { enabled: isAll })
  const isNarrow = Object.keys(query.filter).length > (isAll ? 0 : 1) || query.view === 'declined'
  const kind = isNarrow ? 'filtered' : query.view === 'floating' ? 'floating' : 'none'
  const rest = isAll ? pages.rows.filter(({ status }) => status !== 'floating') : pages.rows
  return (
    <Loaded
      reads={isAll ? { pages, floating } : { pages }}
      waiting={<SkeletonRows rows={6} />}
      failed={t('failed')}
      empty={() => pages.count === 0 && <NoRows kind={kind} onClear={onClear} />}
    >
      {() => (
        <div aria-busy={pages.isPlaceholderData || undefined} className="flex flex-col gap-4">
          {isAll && <FloatingRows rows={floating.rows} count={floating.count} />}
          <DayRows rows={rest} />
          <EndOfRows pages={pages} />
        </div>
      )}
    </Loaded>
  )
})

/** Spending of a month, next to the list; each bar filters the list. */
const MonthSpending = ({ month, cardId }: { month: string; cardId: string | undefined }) => {
  const t = useText('transactions')
  const date = useDates()
  const input = { month, ...(cardId === undefined ? {} : { cardId }) }
  const spending = useCall(readSpending, { input }, { live, showsPrevious: true })
  return (
    <Loaded reads={{ spending }} waiting={null} failed={t('spendingFailed')}>
      {({ spending: { categories, total } }) =>
        categories.length > 0 && (
          <Panel
            title={t('spentOn', { month: date(`${month}-01`, 'month') })}
            action={<span className="num text-mute">{moneyText(total)}</span>}
          >
            <CategoryBars sums={categories} month={month} />
          </Panel>
        )
      }
    </Loaded>
  )
}

const HeaderActions = ({
  query,
  isSearching,
  onSearch,
}: {
  query: ActivityQuery
  isSearching: boolean
  onSearch: () => void
}) => {
  const t = useText('transactions')
  const [isFileOpen, setFileOpen] = useState(false)
  return (
    <>
      <span className="md:hidden">
        <Button variant="ghost" iconOnly icon={Search} aria-expanded={isSearching} onClick={onSearch}>
          {t('search.open')}
        </Button>
      </span>
      <span className="md:hidden">
        <Button variant="ghost" iconOnly icon={Download} onClick={() => setFileOpen(true)}>
          {t('files.title')}
        </Button>
      </span>
      <span className="hidden md:block">
        <Button icon={Download} onClick={() => setFileOpen(true)}>
          {t('files.word')}
        </Button>
      </span>
      <FilesDialog query={query} open={isFileOpen} onClose={() => setFileOpen(false)} />
    </>
  )
}

type Counts = NonNullable<ActivitySummary['counts']>

/** All, floating, settled; with their numbers of rows. */
const Views = ({
  query,
  counts,
  onChange,
}: {
  query: ActivityQuery
  counts: Counts | undefined
  onChange: (status: string | undefined) => void
}) => {
  const t = useText('transactions')
  const count = (number: number | undefined) => (number === undefined ? {} : { count: countText(number) })
  const segments: readonly Segment<View>[] = [
    { value: 'all', label: t('view.all') },
    { value: 'floating', label: t('view.floating'), ...count(counts?.floating) },
    { value: 'settled', label: t('view.settled'), ...count(counts?.settled) },
  ]
  return (
    <div className="-mx-5 max-w-[100vw] overflow-x-auto px-5 md:mx-0 md:px-0">
      <Segmented
        label={t('view.label')}
        name="view"
        // A filter below chooses declined rows, and then no view is selected.
        value={segments.some(({ value }) => value === query.view) ? query.view : null}
        onChange={(view) => onChange(view === 'all' ? undefined : view)}
        segments={segments}
      />
    </div>
  )
}

/** The column next to the list, where there is room: the sums, and the spending by category. */
const Column = ({ query, summary }: { query: ActivityQuery; summary: Summary }) => {
  const t = useText('transactions')
  const thisMonth = useThisMonth()
  return (
    <aside className="sticky top-[calc(var(--ribbon)+1rem)] flex flex-col gap-4" aria-label={t('sums.title')}>
      <Sums summary={summary} month={query.month} />
      <MonthSpending month={query.month ?? thisMonth} cardId={query.cardId} />
    </aside>
  )
}

/** All that happened on the person's cards: `/transactions?status=floating|settled` (product §2). */
export const TransactionsPage = () => {
  const t = useText('transactions')
  const [query, change] = useActivityFilter()
  const [isOpened, setOpened] = useState(false)
  const hasColumn = useHasColumn()
  const listed = useDeferredValue(query)
  const summary = useSummary(query)
  const counts = summary.data?.counts
  const searchTexts = { label: t('search.label'), short: t('search.short'), close: t('search.close') }
  const isSearching = isOpened || query.q !== ''
  const onSearch = useCallback((q: string) => change({ q }), [change])
  const onClear = useCallback(() => change(noFilter), [change])
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={<HeaderActions query={query} isSearching={isSearching} onSearch={() => setOpened(true)} />}
      />
      <div className={asideColumns}>
        <Stack>
          <div className="flex flex-col gap-3 md:flex-row md:flex-wrap md:items-start">
            <Views query={query} counts={counts} onChange={(status) => change({ status })} />
            <div className="hidden grow md:block">
              <SearchBox texts={searchTexts} value={query.q} onSearch={onSearch} />
            </div>
            {isSearching && (
              <div className="md:hidden">
                <SearchBox
                  texts={searchTexts}
                  value={query.q}
                  onSearch={onSearch}
                  onClose={() => setOpened(false)}
                  focuses={isOpened}
                />
              </div>
            )}
          </div>
          <ActivityFilters query={query} change={change} declinedCount={counts?.declined ?? 0} />
          {!hasColumn && <Sums summary={summary} />}
          <List query={listed} onClear={onClear} />
        </Stack>
        {hasColumn && <Column query={query} summary={summary} />}
      </div>
    </>
  )
}
