import { CircleAlert, CircleCheck, Info, Lightbulb, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Tone } from './status.tsx'

const tones: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  neutral: 'bg-fill text-mute',
}
const icons: Record<Tone, LucideIcon> = {
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
  info: Info,
  neutral: Lightbulb,
}

/**
 * A note: a bold fact, then what to do, with at most one action. `role` makes screen readers announce a note
 * that appears later.
 */
export const NoteBox = ({
  tone,
  icon,
  title,
  children,
  action,
  role,
}: {
  tone: Tone
  icon?: LucideIcon
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status'
}) => {
  const Icon = icon ?? icons[tone]
  return (
    <div
      role={role}
      className={cx('flex gap-3 rounded-lg p-4 md:gap-2.5 md:p-3.5 md:text-base', tones[tone])}
    >
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0 md:mt-px md:size-4.5" />
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">
          {title !== undefined && <b className="font-semibold">{title}</b>} {children}
        </p>
        {action !== undefined && <div className="mt-3">{action}</div>}
      </div>
    </div>
  )
}
