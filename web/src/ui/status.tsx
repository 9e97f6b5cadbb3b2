import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Colour of a state. A text is always next to it, because colour alone is not enough. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral'

const pills: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  neutral: 'bg-fill text-mute',
}
const labels: Record<Tone, string> = {
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  info: 'text-info',
  neutral: 'text-mute',
}

/** A dot with a text: `pill` in headers, `plain` in rows. */
export const Status = ({
  tone,
  variant = 'pill',
  children,
}: {
  tone: Tone
  variant?: 'pill' | 'plain'
  children: ReactNode
}) => (
  <span
    className={cx(
      'inline-flex items-center font-medium 2xs:shrink-0 2xs:whitespace-nowrap',
      variant === 'pill'
        ? cx('min-h-6.5 gap-1.5 rounded-full px-2.5 text-base md:min-h-5.5 md:px-2 md:text-xs', pills[tone])
        : '',
      variant === 'plain' ? cx('gap-1.5 text-base md:text-sm', labels[tone]) : '',
    )}
  >
    <span aria-hidden className="size-1.75 shrink-0 rounded-full bg-current" />
    {children}
  </span>
)

/** A fact that is not a state: "T2", "At once". */
export const Tag = ({ children }: { children: ReactNode }) => (
  <span
    className={cx(
      'inline-flex h-5 shrink-0 items-center rounded-sm border border-line px-1.5 text-xs',
      'text-mute',
    )}
  >
    {children}
  </span>
)

/** Number of open items next to a tab, a title or an item of the side bar. */
export const Count = ({ children }: { children: ReactNode }) => (
  <span
    className={cx(
      'num inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-fill px-1.5',
      'text-xs text-mute',
    )}
  >
    {children}
  </span>
)
