import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../kernel/link.tsx'
import { Spinner } from './spinner.tsx'
import { cx } from './cx.ts'

/** Up to four round actions in a row under the card. */
export const QuickActions = ({ children }: { children: ReactNode }) => (
  <div className="flex max-w-100 flex-wrap justify-around gap-2 py-1">{children}</div>
)

const rowClass = 'group flex flex-col items-center gap-2 rounded-lg text-base font-medium whitespace-nowrap'

const Round = ({ icon: Icon, busy }: { icon: LucideIcon; busy: boolean }) => (
  <span
    className={cx(
      'flex size-12 items-center justify-center rounded-full bg-soft text-brand-text',
      'transition-colors group-hover:bg-soft-press',
    )}
  >
    {busy ? <Spinner size={20} /> : <Icon aria-hidden size={20} />}
  </span>
)

type QuickActionProps = {
  icon: LucideIcon
  children: string
  to?: string
  onPress?: () => void
  busy?: boolean
}

/** Opens a page (`to`) or calls `onPress`. */
export const QuickAction = ({ icon, children, to, onPress, busy = false }: QuickActionProps) =>
  to === undefined ? (
    <button
      type="button"
      className={rowClass}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onPress}
    >
      <Round icon={icon} busy={busy} />
      {children}
    </button>
  ) : (
    <Link to={to} className={rowClass}>
      <Round icon={icon} busy={false} />
      {children}
    </Link>
  )
