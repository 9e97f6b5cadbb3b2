import type { SpendingCategory } from '@cardamom/contract/transactions'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Meter } from '../ui/meter.tsx'
import { shareOf } from '../kernel/cents.ts'

export type CategorySum = { readonly category: SpendingCategory; readonly amount: string }

const bar =
  'grid min-h-11 grid-cols-[minmax(0,1fr)_8%_minmax(76px,auto)] items-center gap-2 xs:gap-3 rounded-sm px-2 ' +
  'xs:grid-cols-[minmax(0,1fr)_25%_minmax(76px,auto)] hover:bg-fill md:min-h-9 md:text-base ' +
  'max-2xs:grid-cols-[minmax(0,1fr)_auto] max-2xs:*:first:col-span-2'

/** Spending of a month by category, the largest first; each bar opens its rows. */
export const CategoryBars = ({ sums, month }: { sums: readonly CategorySum[]; month: string }) => {
  const t = useText('transactions')
  const largest = sums[0]?.amount ?? '0.00'
  return (
    <ul className="-mx-2">
      {sums.map(({ category, amount }) => {
        const name = t(`categories.${category}`)
        const text = moneyText(amount)
        return (
          <li key={category}>
            <Link to="/transactions" search={{ month, category }} className={bar}>
              <span className="truncate">{name}</span>
              <Meter label={`${name}: ${text}`} share={shareOf({ amount, largest })} />
              <span className="num text-right">{text}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
