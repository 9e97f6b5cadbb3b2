import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../kernel/link.tsx'
import { cx } from './cx.ts'

export type DiscTone = 'brand' | 'good' | 'warn' | 'bad' | 'info' | 'neutral'
const discs: Record<DiscTone, string> = {
  brand: 'bg-soft text-brand-text',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  neutral: 'bg-fill text-mute',
}

/** An icon in a circle: 40 in rows, 48 in empty states. */
export const Disc = ({ icon: Icon, tone = 'neutral' }: { icon: LucideIcon; tone?: DiscTone }) => (
  <span className={cx('flex size-10 shrink-0 items-center justify-center rounded-full', discs[tone])}>
    <Icon aria-hidden size={20} />
  </span>
)

/** Rows with lines between them, in a white box. */
export const Rows = ({ children, label }: { children: ReactNode; label?: string }) => (
  <ul
    aria-label={label}
    className={cx(
      'overflow-hidden rounded-xl border border-line bg-surface *:not-last:border-b',
      '*:not-last:border-line2',
    )}
  >
    {children}
  </ul>
)

type RowProps = {
  icon?: LucideIcon
  tone?: DiscTone
  /** Shown instead of an icon: an avatar, a coin. */
  lead?: ReactNode
  title: ReactNode
  below?: ReactNode
  /** Right side of line 1: an amount, a button, a pill. */
  value?: ReactNode
  /** Right side of line 2: a state. */
  valueBelow?: ReactNode
  /** Below both lines, at full width: an explanation, the next step. */
  more?: ReactNode
  /** A press on the row opens this path, or calls the function; the row shows a chevron. */
  to?: string
  onPress?: () => void
}

/** Name at the left, value at the right; below each other on the narrowest screens. */
const line = 'flex items-baseline justify-between gap-x-3 max-xs:flex-wrap'

const RowInside = (props: RowProps) => {
  const { icon, tone, lead, title, below, value, valueBelow, more, to, onPress } = props
  return (
    <>
      {lead ?? (icon !== undefined && <Disc icon={icon} tone={tone ?? 'neutral'} />)}
      <span className="min-w-0 grow">
        <span className={line}>
          <span className="line-clamp-2 min-w-0 font-medium break-words">{title}</span>
          {value !== undefined && <span className="num shrink-0 font-semibold">{value}</span>}
        </span>
        {(below !== undefined || valueBelow !== undefined) && (
          <span className={cx(line, 'text-base text-mute md:text-sm')}>
            <span className="min-w-0 wrap-anywhere">{below}</span>
            {valueBelow !== undefined && <span className="shrink-0">{valueBelow}</span>}
          </span>
        )}
        {more !== undefined && <span className="block pt-2 text-base text-ink">{more}</span>}
      </span>
      {(to !== undefined || onPress !== undefined) && (
        <ChevronRight aria-hidden size={20} className="shrink-0 self-center text-mute" />
      )}
    </>
  )
}

const rowClass = (more: boolean) =>
  cx('flex min-h-16 w-full gap-3.5 px-4 py-2.5 text-left md:text-base', more ? 'items-start' : 'items-center')

/** One entry of a list: an icon, two lines, an amount at the right; 64 high. */
export const Row = (props: RowProps) => {
  const classes = rowClass(props.more !== undefined)
  if (props.to !== undefined) {
    return (
      <li>
        <Link to={props.to} className={cx(classes, '-outline-offset-2 hover:bg-fill')}>
          <RowInside {...props} />
        </Link>
      </li>
    )
  }
  if (props.onPress !== undefined) {
    return (
      <li>
        <button
          type="button"
          onClick={props.onPress}
          className={cx(classes, '-outline-offset-2 hover:bg-fill')}
        >
          <RowInside {...props} />
        </button>
      </li>
    )
  }
  return (
    <li className={classes}>
      <RowInside {...props} />
    </li>
  )
}
