import type { readMasterBalance } from '@cardamom/contract/treasury/master-balance'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { FigureTable } from '../ui/figure-table.tsx'

export type Balance = WireOf<typeof readMasterBalance>

const size = { width: 600, height: 160, top: 12, bottom: 12 }
const room = size.height - size.top - size.bottom
/** Noon, so that the date is the same in every zone that administrators read. */
const noonOf = (day: string) => `${day}T12:00:00.000Z`

/** The height of a value in the picture, whose exactness does not matter. */
const scaleOf = (values: readonly number[]) => {
  const [least, most] = [Math.min(0, ...values), Math.max(1, ...values)]
  return (value: number) => size.top + room - ((value - least) / (most - least)) * room
}

const AsTable = ({
  title,
  head,
  rows,
}: {
  title: string
  head: readonly string[]
  rows: readonly string[][]
}) => {
  const t = useText('masterBalance')
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-sm text-base text-brand-text hover:underline md:text-sm">
        {t('trend.table')}
      </summary>
      <FigureTable
        title={`${t('trend.table')}: ${title}`}
        head={head}
        rows={rows.map((cells) => ({ key: cells[0] ?? '', cells, to: null }))}
      />
    </details>
  )
}

/** The free float of each day as a line, with the threshold of the alarm. */
export const Trend = ({ samples, threshold }: Pick<Balance, 'samples' | 'threshold'>) => {
  const t = useText('masterBalance')
  const date = useDates()
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last) return <p className="text-mute md:text-base">{t('trend.none')}</p>
  if (first === last)
    return <p className="text-mute md:text-base">{t('trend.one', { amount: moneyText(last.float) })}</p>
  const alarm = Number(threshold)
  const values = samples.map(({ float }) => Number(float))
  const y = scaleOf(alarm > 0 ? [...values, alarm] : values)
  const step = size.width / Math.max(1, samples.length - 1)
  const points = values.map((value, index) => `${index * step},${y(value)}`).join(' ')
  const sorted = samples.map(({ float }) => float).toSorted((a, b) => Number(a) - Number(b))
  const day = (each: string) => date(noonOf(each), 'short')
  return (
    <>
      <svg
        role="img"
        aria-label={t('trend.label', {
          from: day(first.day),
          to: day(last.day),
          least: moneyText(sorted[0] ?? '0.00'),
          most: moneyText(sorted.at(-1) ?? '0.00'),
        })}
        viewBox={`-6 0 ${size.width + 12} ${size.height}`}
        className="w-full"
      >
        {alarm > 0 && (
          <line
            x1={0}
            x2={size.width}
            y1={y(alarm)}
            y2={y(alarm)}
            className="stroke-bad"
            strokeDasharray="6 4"
          />
        )}
        <polyline points={points} className="fill-none stroke-brand stroke-2" />
        <circle cx={(samples.length - 1) * step} cy={y(Number(last.float))} r={4} className="fill-brand" />
      </svg>
      {alarm > 0 && (
        <p className="text-base text-mute md:text-sm">{t('trend.line', { amount: moneyText(threshold) })}</p>
      )}
      <AsTable
        title={t('free')}
        head={[t('trend.day'), t('balance'), t('free')]}
        rows={samples
          .toReversed()
          .map((each) => [day(each.day), moneyText(each.available), moneyText(each.float)])}
      />
    </>
  )
}

/** What is due, by eight business hours, and the float that is left after each of them. */
export const Releases = ({ releases, due }: Pick<Balance, 'releases' | 'due'>) => {
  const t = useText('masterBalance')
  const date = useDates()
  const values = releases.map((each) => Number(each.due))
  const y = scaleOf(values)
  const band = size.width / Math.max(1, releases.length)
  const sorted = releases.map((each) => each.due).toSorted((a, b) => Number(a) - Number(b))
  return (
    <>
      <p className="num pb-2 md:text-base">
        {t('releases.total')} <b className="font-semibold">{moneyText(due)}</b>
      </p>
      {Number(due) === 0 ? (
        <p className="pb-2 text-mute md:text-base">{t('releases.none')}</p>
      ) : (
        <svg
          role="img"
          aria-label={t('releases.label', { most: moneyText(sorted.at(-1) ?? '0.00') })}
          viewBox={`0 0 ${size.width} ${size.height}`}
          className="w-full"
        >
          {releases.map((each, index) => (
            <rect
              key={each.to}
              x={index * band + band * 0.15}
              width={band * 0.7}
              y={y(Number(each.due))}
              height={y(0) - y(Number(each.due))}
              className={each.floatAfter.startsWith('-') ? 'fill-bad' : 'fill-brand'}
            />
          ))}
          <line x1={0} x2={size.width} y1={y(0)} y2={y(0)} className="stroke-ctl" />
        </svg>
      )}
      <AsTable
        title={t('releases.title')}
        head={[t('releases.period'), t('releases.due'), t('releases.after')]}
        rows={releases.map((each) => [
          `${date(each.from, 'dayTime')} – ${date(each.to, 'dayTime')}`,
          moneyText(each.due),
          moneyText(each.floatAfter),
        ])}
      />
    </>
  )
}
