import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A bar that shows which share is used or done, from 0 to 1. The text around it has the numbers. */
export const Meter = ({
  label,
  share,
  thick = false,
  tone = 'brand',
}: {
  /** Label for screen readers: "$100.00 of $500.00". */
  label: string
  share: number
  thick?: boolean
  tone?: 'brand' | 'warn'
}) => {
  const percent = Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx('overflow-hidden rounded-full bg-fill', thick ? 'h-2.5' : 'h-2')}
    >
      <div
        style={{ width: `${percent}%` }}
        className={cx(
          'h-full min-w-1 rounded-full',
          tone === 'warn' ? 'bg-warn' : 'bg-brand',
          percent === 0 && 'invisible',
        )}
      />
    </div>
  )
}

/** A limit: its name, the used amount of the total, and a bar. */
export const LimitMeter = ({
  name,
  used,
  of,
  label,
  share,
}: {
  name: ReactNode
  used: ReactNode
  of: ReactNode
  label: string
  share: number
}) => (
  <div>
    <p className="flex items-baseline justify-between gap-x-3 pb-2 max-xs:flex-wrap md:text-base">
      <span>{name}</span>
      <span className="num text-mute">
        <b className="font-semibold text-ink">{used}</b> {of}
      </span>
    </p>
    <Meter label={label} share={share} />
  </div>
)

export type SpendingBar = {
  readonly key: string
  readonly name: string
  readonly amount: string
  /** Share of the largest category, from 0 to 1. */
  readonly share: number
}

/** Spending by category: one bar for each, in proportion to the largest. */
export const SpendingBars = ({ bars }: { bars: readonly SpendingBar[] }) => (
  <ul className="flex flex-col gap-2.5">
    {bars.map(({ key, name, amount, share }) => (
      <li
        key={key}
        className="grid grid-cols-[minmax(0,1fr)_32%_minmax(76px,auto)] items-center gap-3 md:text-base"
      >
        <span className="truncate">{name}</span>
        <Meter label={`${name}: ${amount}`} share={share} />
        <span className="num text-right">{amount}</span>
      </li>
    ))}
  </ul>
)
