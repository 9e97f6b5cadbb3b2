import { capital } from '../kernel/date-text.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { cx } from './cx.ts'

export type StripDay = {
  /** `2026-11-20` */
  readonly date: string
  /** False for weekends and holidays. */
  readonly counts: boolean
}

const dayMs = 86_400_000

/** Position of an instant on the strip, from 0 to 1. Every day has the same width. */
const positionOf = ({ at, first, days }: { at: string; first: string; days: number }): number => {
  const position = (new Date(at).getTime() - new Date(`${first}T00:00:00Z`).getTime()) / (days * dayMs)
  return Math.min(Math.max(position, 0), 1)
}
const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/**
 * The font sizes are limited by the window's width, so that seven weekdays, or the two labels, always fit on
 * one line.
 */
const weekdayText = 'text-[length:min(0.8125rem,max(13px,3.6vw))] leading-[1.4]'
const labelText = 'text-[length:min(0.8125rem,max(13px,4.4vw))] leading-[1.4]'

/**
 * The days between now and an arrival. Days that do not count are hatched, and the time range of the arrival
 * is a thick bar. The days are those of the business calendar (UTC).
 */
export const CalendarStrip = ({
  days,
  startsAt,
  windowFrom,
  windowTo,
  fromLabel,
  toLabel,
}: {
  days: readonly StripDay[]
  startsAt: string
  windowFrom: string
  windowTo: string
  fromLabel: string
  toLabel: string
}) => {
  const t = useText('ui')
  const date = useDates()
  const first = days[0]?.date ?? startsAt.slice(0, 10)
  const on = (at: string) => positionOf({ at, first, days: days.length })
  const [start, from, to] = [on(startsAt), on(windowFrom), on(windowTo)]
  return (
    <div>
      <ol className="grid auto-cols-fr grid-flow-col gap-1">
        {days.map(({ date: day, counts }) => {
          const [weekday = '', number = ''] = date(day, 'day').split(' ')
          return (
            <li
              key={day}
              className={cx('num rounded-sm py-1.5 text-center', counts ? 'bg-fill' : 'hatched text-mute')}
            >
              <span className={cx('block text-mute', weekdayText)}>{capital(weekday)}</span>
              <span className="block text-[length:min(1rem,max(16px,5vw))] font-medium">{number}</span>
              {!counts && <span className="sr-only">{t('doesNotCount', { day: date(day, 'day') })}</span>}
            </li>
          )
        })}
      </ol>
      <div aria-hidden className="relative mt-3 h-4">
        <span
          style={{ left: percent(start), right: percent(1 - from) }}
          className="absolute top-1.75 h-0.5 bg-line"
        />
        <span
          style={{ left: percent(from), right: percent(1 - to) }}
          className="absolute top-1.25 h-1.5 rounded-full bg-brand"
        />
        <span
          style={{ left: percent(start) }}
          className="absolute top-0.5 size-3.5 -translate-x-1/2 rounded-full border-3 border-brand bg-surface"
        />
      </div>
      {/* As wide as the bar, or wider when the two labels need more room: then it grows to the left. */}
      <div
        style={{ marginRight: percent(1 - to), width: percent(to - from) }}
        className={cx('num ml-auto flex min-w-max justify-between gap-3 text-mute', labelText)}
      >
        <span>{fromLabel}</span>
        <span>{toLabel}</span>
      </div>
    </div>
  )
}
