import type { WireOf } from '@cardamom/contract/endpoint'
import type { readActivitySummary } from '@cardamom/contract/transactions/activity'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Figure, Figures, Panel } from '../ui/panel.tsx'

export type ActivitySummary = WireOf<typeof readActivitySummary>

const texts = (sums: ActivitySummary | undefined) => ({
  came: sums ? moneyText(sums.in) : '…',
  spent: sums ? moneyText(sums.spent) : '…',
  available: sums ? moneyText(sums.available) : '…',
})

/** What came and what was spent in the rows of the filter, and what is available now. */
export const ActivitySums = ({ sums }: { sums: ActivitySummary | undefined }) => {
  const t = useText('transactions')
  const { came, spent, available } = texts(sums)
  return (
    <Figures>
      <Figure name={t('sums.in')}>{came}</Figure>
      <Figure name={t('sums.spent')}>{spent}</Figure>
      <Figure name={t('sums.available')}>{available}</Figure>
    </Figures>
  )
}

/** The same beside the list of a desktop, with the words that say what is summed. */
export const ActivitySumsPanel = ({
  sums,
  month,
}: {
  sums: ActivitySummary | undefined
  month: string | undefined
}) => {
  const t = useText('transactions')
  const date = useDates()
  const { came, spent, available } = texts(sums)
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
