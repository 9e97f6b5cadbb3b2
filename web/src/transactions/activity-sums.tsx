import type { WireOf } from '@cardamom/contract/endpoint'
import { readActivitySummary } from '@cardamom/contract/transactions/activity'
import { useHasColumn } from '../kernel/breakpoint.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Figure, Figures, Panel } from '../ui/panel.tsx'
import type { ActivityQuery } from './activity-filter.ts'

export type ActivitySummary = WireOf<typeof readActivitySummary>

const sumTexts = (sums: ActivitySummary | undefined) => ({
  came: sums ? moneyText(sums.in) : '…',
  spent: sums ? moneyText(sums.spent) : '…',
  available: sums ? moneyText(sums.available) : '…',
})

/** Money received and spent in the rows of the filter, and the money available now. */
const ActivitySums = ({ sums }: { sums: ActivitySummary | undefined }) => {
  const t = useText('transactions')
  const { came, spent, available } = sumTexts(sums)
  return (
    <Figures>
      <Figure name={t('sums.in')}>{came}</Figure>
      <Figure name={t('sums.spent')}>{spent}</Figure>
      <Figure name={t('sums.available')}>{available}</Figure>
    </Figures>
  )
}

/** The same sums next to the list on a desktop, with a text that says what is summed. */
const ActivitySumsPanel = ({
  sums,
  month,
}: {
  sums: ActivitySummary | undefined
  month: string | undefined
}) => {
  const t = useText('transactions')
  const date = useDates()
  const { came, spent, available } = sumTexts(sums)
  return (
    <Panel>
      <KvRows>
        <KvRow name={t('sums.in')}>{came}</KvRow>
        <KvRow name={t('sums.spent')}>{spent}</KvRow>
        <KvRow name={t('sums.available')} total>
          {available}
        </KvRow>
      </KvRows>
      <p className="pt-3 text-sm text-mute">
        {month === undefined ? t('sums.ever') : t('sums.month', { month: date(`${month}-01`, 'month') })}{' '}
        {t('sums.means')}
      </p>
    </Panel>
  )
}

export type Summary = ReturnType<typeof useSummary>

/** Sums of the rows of a filter; read again when something happens on a card. */
export const useSummary = (query: ActivityQuery) =>
  useCall(
    readActivitySummary,
    { input: query.filter },
    { live: ['card.', 'card_transaction.', 'load.credited'], showsPrevious: true },
  )

/** The sums, next to the list where there is room. Their space is reserved until they are known. */
export const Sums = ({ summary, month }: { summary: Summary; month?: string | undefined }) => {
  const t = useText('transactions')
  const hasColumn = useHasColumn()
  const shown = (sums: ActivitySummary | undefined) =>
    hasColumn ? <ActivitySumsPanel sums={sums} month={month} /> : <ActivitySums sums={sums} />
  return (
    <Loaded reads={{ summary }} waiting={shown(undefined)} failed={t('sumsFailed')}>
      {(found) => shown(found.summary)}
    </Loaded>
  )
}
