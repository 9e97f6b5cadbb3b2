import type { WireOf } from '@cardamom/contract/endpoint'
import type { readActivitySummary } from '@cardamom/contract/transactions'
import { useDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { KvRow, KvRows } from '../../ui/kv-rows.tsx'
import { Figure, Figures, Panel } from '../../ui/panel.tsx'

export type ActivitySummary = WireOf<typeof readActivitySummary>

const texts = (sums: ActivitySummary | undefined) => ({
  came: sums ? moneyText(sums.in, { sign: 'always' }) : '…',
  went: sums ? moneyText(`-${sums.out}`) : '…',
  balance: sums ? moneyText(sums.balance) : '…',
})

/** In and out of the period, and what is on the cards now. */
export const ActivitySums = ({ sums }: { sums: ActivitySummary | undefined }) => {
  const t = useText('transactions')
  const { came, went, balance } = texts(sums)
  return (
    <Figures>
      <Figure name={t('sums.in')}>{came}</Figure>
      <Figure name={t('sums.out')}>{went}</Figure>
      <Figure name={t('sums.balance')}>{balance}</Figure>
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
  const { came, went, balance } = texts(sums)
  return (
    <Panel>
      <KvRows>
        <KvRow name={t('sums.in')}>{came}</KvRow>
        <KvRow name={t('sums.out')}>{went}</KvRow>
        <KvRow name={t('sums.balance')} total>
          {balance}
        </KvRow>
      </KvRows>
      <p className="pt-3 text-sm text-mute">
        {month === undefined ? t('sums.ever') : t('sums.month', { month: date(`${month}-01`, 'month') })}
      </p>
    </Panel>
  )
}
