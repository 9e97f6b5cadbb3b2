import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * Shown where a list or page is empty: an icon, a bold sentence, and what will appear here. It has no button
 * when the page already has one for the next step.
 */
export const EmptyState = ({
  icon: Icon,
  title,
  children,
  action,
  titleAs: Title = 'p',
}: {
  icon: LucideIcon
  title: string
  children: ReactNode
  action?: ReactNode
  /** `h1` when this is the whole page. */
  titleAs?: 'p' | 'h1' | 'h2'
}) => (
  <div className="mx-auto flex max-w-90 flex-col items-center px-2 py-8 text-center">
    <span className="flex size-12 items-center justify-center rounded-full bg-fill text-mute">
      <Icon aria-hidden size={22} />
    </span>
    <Title className={cx('mt-4 font-semibold', Title === 'h1' && 'text-lg')}>{title}</Title>
    <div className="mt-1 text-balance text-mute">{children}</div>
    {action !== undefined && <div className="mt-5">{action}</div>}
  </div>
)
