import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTitle } from '../kernel/title.ts'
import { cx } from './cx.ts'

const tones = {
  brand: 'bg-soft text-brand-text',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
}

/**
 * A page with one message: what a link or a form did, and the next step. Screen readers announce it when it
 * appears.
 */
export const Outcome = ({
  icon: Icon,
  tone = 'brand',
  title,
  children,
  actions,
}: {
  icon: LucideIcon
  tone?: keyof typeof tones
  title: string
  children: ReactNode
  actions?: ReactNode
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [title])
  return (
    <div className="mx-auto flex w-full max-w-100 flex-col gap-5 py-4 md:py-0">
      <span className={cx('flex size-14 items-center justify-center rounded-xl', tones[tone])}>
        <Icon aria-hidden size={28} />
      </span>
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {title}
        </h1>
        <div className="mt-1 flex flex-col gap-2 text-mute wrap-anywhere">{children}</div>
      </div>
      {actions !== undefined && <div className="flex flex-col gap-3">{actions}</div>}
    </div>
  )
}
