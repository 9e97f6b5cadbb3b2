import type { WireOf } from '@cardamom/contract/endpoint'
import type { readLoadVolume } from '@cardamom/contract/reports'
import { TrendingUp } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { countText, moneyText } from '../kernel/money-text.ts'
import { useGo } from '../kernel/router.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AreaChart } from './area-chart.tsx'
import { ChartPanel } from '../ui/chart-panel.tsx'
import { axisMoney, noonOf } from './day-chart.tsx'

type Volume = WireOf<typeof readLoadVolume>

export const loadsBetween = (from: string, to: string): string =>
  `/admin/loads?from=${from}&to=${to}&isTest=false`

const Legend = ({ volume }: { volume: Volume }) => {
  const t = useText('adminHome')
  const { total, from, to } = volume
  const parts = [
    ['bg-soft', t('volume.net'), total.net],
    ['bg-brand opacity-40', t('volume.fees'), total.fees],
  ] as const
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-2 text-base">
      {parts.map(([colour, name, amount]) => (
        <span key={name} className="inline-flex items-center gap-2">
          <span aria-hidden className={`size-3 rounded-sm border border-ctl ${colour}`} />
          {name} <b className="num font-semibold">{moneyText(amount)}</b>
        </span>
      ))}
      <Link
        to={loadsBetween(from, to)}
        className="inline-flex min-h-11 items-center text-brand-text underline md:min-h-0"
      >
        {t('volume.loads')}: {countText(total.loads)}
      </Link>
    </p>
  )
}

/** Accepted loads by day: net amounts and fees on each other. */
export const LoadVolumePanel = ({ volume }: { volume: Volume }) => {
  const t = useText('adminHome')
  const date = useDates()
  const go = useGo()
  const { days, total, from, to } = volume
  const amounts = (each: Omit<Volume['days'][number], 'day'>) => [
    countText(each.loads),
    moneyText(each.gross),
    moneyText(each.fees),
    moneyText(each.net),
  ]
  const textOf = (index: number): string => {
    const each = days[index]
    if (!each) return ''
    const { gross, fees, net, loads } = each
    return t('volume.point', {
      day: date(noonOf(each.day), 'day'),
      gross: moneyText(gross),
      fees: moneyText(fees),
      net: moneyText(net),
      count: loads,
    })
  }
  return (
    <ChartPanel
      title={t('volume.title')}
      fileName={t('volume.fileName')}
      asOf={date(volume.asOf, 'time')}
      head={[t('volume.day'), t('volume.loads'), t('volume.gross'), t('volume.fees'), t('volume.net')]}
      rows={[
        { key: 'total', cells: [t('volume.total'), ...amounts(total)], to: loadsBetween(from, to) },
        ...days.toReversed().map((each) => ({
          key: each.day,
          cells: [date(noonOf(each.day), 'day'), ...amounts(each)],
          to: loadsBetween(each.day, each.day),
        })),
      ]}
      file={days.map(({ day, loads, gross, fees, net }) => [day, loads, gross, fees, net])}
    >
      {total.loads === 0 ? (
        <EmptyState icon={TrendingUp} title={t('volume.none.title')}>
          {t('volume.none.body')}
        </EmptyState>
      ) : (
        <>
          <Legend volume={volume} />
          <AreaChart
            label={t('volume.label')}
            points={days.map(({ day, net, fees }) => ({ key: day, lower: Number(net), upper: Number(fees) }))}
            textOf={textOf}
            valueText={axisMoney}
            dayText={(day) => date(noonOf(day), 'short')}
            onOpen={(index) => {
              const day = days[index]?.day
              if (day !== undefined) go(loadsBetween(day, day))
            }}
          />
        </>
      )}
    </ChartPanel>
  )
}
