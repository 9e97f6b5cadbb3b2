import { moneyText, type SignShown } from '../kernel/money-text.ts'
import { useDates } from '../kernel/dates.tsx'
import type { DateStyle } from '../kernel/date-text.ts'
import { cx } from './cx.ts'

/** An amount: `$970.00`. `arrived` shows it in green; `undone` strikes out a released or declined amount. */
export const Money = ({
  amount,
  currency = 'USD',
  sign = 'auto',
  variant,
}: {
  amount: string
  currency?: string
  sign?: SignShown
  variant?: 'arrived' | 'undone'
}) => (
  <span
    className={cx(
      'num whitespace-nowrap',
      variant === 'arrived' && 'text-good',
      variant === 'undone' && 'text-mute line-through',
    )}
  >
    {moneyText(amount, { currency, sign })}
  </span>
)

/** In a narrow column a line ends between day and time, not inside of one. */
const unbroken = (text: string): string => text.replaceAll(/(?<!,) /g, '\u00a0')

/** An instant or calendar date in the reader's language and time zone; also machine-readable. */
export const DateText = ({ value, variant }: { value: string; variant: DateStyle }) => {
  const date = useDates()
  return (
    <time dateTime={value} className="num">
      {unbroken(date(value, variant))}
    </time>
  )
}
