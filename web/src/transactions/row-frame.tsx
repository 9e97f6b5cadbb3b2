import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../kernel/link.tsx'
import { cx } from '../ui/cx.ts'
import { Disc, type DiscTone } from '../ui/list-row.tsx'

/**
 * A row that opens its payment: icon, two lines, the amount at the right, and the explanation below. Buttons
 * below the row are not part of its link.
 */
export const RowFrame = ({
  to,
  icon,
  tone,
  title,
  below,
  value,
  valueBelow,
  more,
  children,
}: {
  to: string
  icon: LucideIcon
  tone: DiscTone
  title: ReactNode
  below: ReactNode
  value: ReactNode
  valueBelow?: ReactNode
  more?: ReactNode | undefined
  children?: ReactNode
}) => (
  <li>
    <Link
      to={to}
      className={cx(
        'flex min-h-16 w-full gap-3.5 px-4 py-2.5 -outline-offset-2 hover:bg-fill md:text-base',
        more === undefined ? 'items-center' : 'items-start',
      )}
    >
      <Disc icon={icon} tone={tone} />
      <span className="min-w-0 grow">
        <span className="flex items-baseline justify-between gap-x-3 max-xs:flex-wrap">
          <span className="line-clamp-2 min-w-0 font-medium break-words">{title}</span>
          <span className="num shrink-0 font-semibold">{value}</span>
        </span>
        <span className="flex items-baseline justify-between gap-x-3 text-base text-mute max-xs:flex-wrap md:text-sm">
          <span className="min-w-0">{below}</span>
          {valueBelow !== undefined && <span className="shrink-0">{valueBelow}</span>}
        </span>
        {more !== undefined && <span className="block pt-2 text-base text-ink">{more}</span>}
      </span>
    </Link>
    {children !== undefined && <div className="pr-4 pb-3.5 pl-17.5 text-base empty:hidden">{children}</div>}
  </li>
)
