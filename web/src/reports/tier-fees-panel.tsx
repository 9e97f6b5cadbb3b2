import type { WireOf } from '@cardamom/contract/endpoint'
import type { readTierFees } from '@cardamom/contract/reports/tier-fees'
import { stack } from 'd3-shape'
import { ChartColumnStacked } from 'lucide-react'
import { sumOf } from '../kernel/cents.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useGo } from '../kernel/router.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ChartPanel } from '../ui/chart-panel.tsx'
import { axisMoney, chartBottom, chartSize, DayChart, noonOf, type ChartScales } from './day-chart.tsx'
import { loadsBetween } from './load-volume-panel.tsx'

type Fees = WireOf<typeof readTierFees>
type Part = Fees['parts'][number]

/** The operator's part is the darkest; a company has one part. */
const colours: Readonly<Record<Part, string>> = {
  operator: 'opacity-100',
  own: 'opacity-100',
  tier_1: 'opacity-75',
  tier_2: 'opacity-55',
  tier_3: 'opacity-35',
  tier_4: 'opacity-20',
}

const usePartNames = ({ isComplete }: Pick<Fees, 'isComplete'>) => {
  const t = useText('adminHome')
  return (part: Part): string =>
    part === 'operator' && !isComplete ? t('tierFees.operatorAndOthers') : t(`tierFees.parts.${part}`)
}

const Legend = ({ fees, to }: { fees: Fees; to: string | null }) => {
  const nameOf = usePartNames(fees)
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-2 text-base">
      {fees.parts.map((part, at) => {
        const amount = moneyText(fees.total[at] ?? '0.00')
        return (
          <li key={part} className="inline-flex min-h-11 items-center gap-2 md:min-h-0">
            <span aria-hidden className="size-3 rounded-sm border border-ctl">
              <span className={`block size-full bg-brand ${colours[part]}`} />
            </span>
            {nameOf(part)}
            {to === null ? (
              <b className="num font-semibold">{amount}</b>
            ) : (
              <Link
                to={to}
                className="num inline-flex min-h-11 min-w-11 items-center font-semibold text-brand-text underline md:min-h-0 md:min-w-0"
              >
                {amount}
                <span className="sr-only"> {nameOf(part)}</span>
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const Bars = ({
  fees: { parts, days },
  scales,
  chosen,
}: {
  fees: Fees
  scales: ChartScales
  chosen: number
}) => {
  const series = stack<Fees['days'][number], Part>()
    .keys(parts)
    .value(({ shares }, part) => Number(shares[parts.indexOf(part)] ?? 0))([...days])
  const day = days[chosen]?.day
  return (
    <>
      {series.map((bars) => (
        <g key={bars.key} className={`fill-brand ${colours[bars.key]}`}>
          {bars.map(([low, high], at) => {
            const key = days[at]?.day ?? ''
            return (
              <rect
                key={key}
                x={scales.at(key) - scales.band / 2}
                width={scales.band}
                y={scales.y(high)}
                height={scales.y(low) - scales.y(high)}
              />
            )
          })}
        </g>
      ))}
      {day !== undefined && (
        <line
          x1={scales.at(day)}
          x2={scales.at(day)}
          y1={chartSize.top}
          y2={chartBottom}
          className="stroke-ctl"
          strokeDasharray="2 3"
        />
      )}
    </>
  )
}

type FeesChartProps = {
  readonly fees: Fees
  readonly title: string
  readonly listOf: (first: string, last: string) => string | null
}

const FeesChart = ({ fees, title, listOf }: FeesChartProps) => {
  const t = useText('adminHome')
  const date = useDates()
  const go = useGo()
  const nameOf = usePartNames(fees)
  const { parts, days, from, to } = fees
  const textOf = (index: number): string => {
    const each = days[index]
    if (!each) return ''
    const named = parts.map((part, at) => `${nameOf(part)} ${moneyText(each.shares[at] ?? '0.00')}`)
    return `${date(noonOf(each.day), 'day')}: ${named.join(', ')}`
  }
  return (
    <DayChart
      shape="bars"
      label={t('tierFees.label', { title })}
      days={days.map(({ day, shares }) => ({ key: day, value: Number(sumOf(shares)) }))}
      textOf={textOf}
      valueText={axisMoney}
      dayText={(day) => date(noonOf(day), 'short')}
      onOpen={(index) => {
        const list = listOf(days[index]?.day ?? from, days[index]?.day ?? to)
        if (list !== null) go(list)
      }}
    >
      {(scales, chosen) => <Bars fees={fees} scales={scales} chosen={chosen} />}
    </DayChart>
  )
}

/** Fees of loads by tier and day, as stacked bars. Administrators of a company see its own share. */
export const TierFeesPanel = ({ fees }: { fees: Fees }) => {
  const t = useText('adminHome')
  const date = useDates()
  const nameOf = usePartNames(fees)
  const seesLoads = useCan()('loads.view') === true
  const { parts, days, total, from, to } = fees
  const isOwn = parts.includes('own')
  const listOf = (first: string, last: string) => (seesLoads ? loadsBetween(first, last) : null)
  const amounts = (shares: readonly string[]) =>
    [...shares, ...(isOwn ? [] : [sumOf(shares)])].map((each) => moneyText(each))
  const title = t(isOwn ? 'tierFees.titleOwn' : 'tierFees.title')
  return (
    <ChartPanel
      title={title}
      fileName={t('tierFees.fileName')}
      asOf={date(fees.asOf, 'time')}
      head={[t('volume.day'), ...parts.map(nameOf), ...(isOwn ? [] : [t('tierFees.all')])]}
      rows={[
        { key: 'total', cells: [t('volume.total'), ...amounts(total)], to: listOf(from, to) },
        ...days.toReversed().map(({ day, shares }) => ({
          key: day,
          cells: [date(noonOf(day), 'day'), ...amounts(shares)],
          to: listOf(day, day),
        })),
      ]}
      file={days.map(({ day, shares }) => [day, ...shares, ...(isOwn ? [] : [sumOf(shares)])])}
    >
      {sumOf(total) === '0.00' ? (
        <EmptyState icon={ChartColumnStacked} title={t('tierFees.none.title')}>
          {t('tierFees.none.body')}
        </EmptyState>
      ) : (
        <>
          <p className="pb-2 text-base text-mute md:text-sm">{t('tierFees.lead')}</p>
          <Legend fees={fees} to={listOf(from, to)} />
          <FeesChart fees={fees} title={title} listOf={listOf} />
        </>
      )}
    </ChartPanel>
  )
}
