import type { WireOf } from '@cardamom/contract/endpoint'
import type { readSpending } from '@cardamom/contract/transactions/activity'
import { useDates } from '../../kernel/dates.tsx'
import { capital } from '../../kernel/date-text.ts'
import { useText } from '../../kernel/i18n.tsx'
import { Link } from '../../kernel/link.tsx'
import { countText, moneyText } from '../../kernel/money-text.ts'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { centsOf, sumOf } from '../../kernel/cents.ts'
import { CategoryBars } from '../../transactions/category-bars.tsx'
import type { Home } from './home-facts.ts'
import { cx } from '../../ui/cx.ts'

const shown = 5

/**
 * The largest sums and the sum of the others, so that the rows add up to the total. A single other row is
 * shown itself.
 */
export const largestSums = <Sum extends { readonly amount: string }>(
  sums: readonly Sum[],
): {
  readonly largest: readonly Sum[]
  readonly rest: { readonly count: number; readonly amount: string } | null
} => {
  if (sums.length <= shown + 1) return { largest: sums, rest: null }
  const others = sums.slice(shown)
  return {
    largest: sums.slice(0, shown),
    rest: { count: others.length, amount: sumOf(others.map(({ amount }) => amount)) },
  }
}

const monthBefore = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 10)
}

const opens = 'num items-center rounded-sm text-mute underline-offset-4 hover:underline'

const Month = ({ data }: { data: WireOf<typeof readSpending> }) => {
  const t = useText('home')
  const date = useDates()
  const before = monthBefore(data.month)
  const { largest, rest } = largestSums(data.categories)
  return (
    <Panel
      title={t('spending.title')}
      action={
        <Link
          to="/transactions"
          search={{ month: data.month }}
          className={cx(opens, '-my-2.5 -mr-1 flex min-h-11 px-1')}
        >
          {moneyText(data.total)}
        </Link>
      }
    >
      {data.categories.length === 0 ? (
        <p className="text-mute">{t('spending.empty')}</p>
      ) : (
        <CategoryBars sums={largest} month={data.month} />
      )}
      {rest && (
        <Link
          to="/transactions"
          search={{ month: data.month }}
          className="-mx-2 flex min-h-11 items-center justify-between gap-3 rounded-sm px-2 text-mute hover:bg-fill md:min-h-9 md:text-base"
        >
          {t('spending.rest', { count: countText(rest.count) })}
          <span className="num">{moneyText(rest.amount)}</span>
        </Link>
      )}
      {centsOf(data.previousTotal) > 0n && (
        <p className="md:pt-2">
          <Link
            to="/transactions"
            search={{ month: before.slice(0, 7) }}
            className={cx(opens, '-mb-3 inline-flex min-h-11 text-base md:mb-0 md:min-h-6 md:text-sm')}
          >
            {t('spending.before', {
              month: capital(date(before, 'month')),
              amount: moneyText(data.previousTotal),
            })}
          </Link>
        </p>
      )}
    </Panel>
  )
}

/** This month by category, the largest first; each bar and each sum opens its rows. */
export const SpendingPanel = ({ spending }: { spending: Home['spending'] }) => {
  const t = useText('home')
  return (
    <Loaded
      reads={{ spending }}
      waiting={
        <Panel title={t('spending.title')}>
          <SkeletonRows />
        </Panel>
      }
      failed={({ note }) => <Panel title={t('spending.title')}>{note(t('spending.failed'))}</Panel>}
    >
      {({ spending: data }) => <Month data={data} />}
    </Loaded>
  )
}
