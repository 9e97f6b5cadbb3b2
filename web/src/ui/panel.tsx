import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * A white box about one topic. Its header has a title and one action; `flush` removes the padding, for rows.
 */
export const Panel = ({
  title,
  action,
  flush = false,
  className,
  children,
}: {
  title?: ReactNode
  action?: ReactNode
  flush?: boolean
  className?: string
  children: ReactNode
}) => {
  const titleId = useId()
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      className={cx('rounded-xl border border-line bg-surface', className)}
    >
      {title !== undefined && (
        <header className="flex min-h-12 items-center justify-between gap-x-3 px-5 pt-3 *:justify-end max-2xs:flex-wrap md:px-4 md:pt-1">
          <h2 id={titleId} className="text-md font-semibold md:text-base">
            {title}
          </h2>
          {action}
        </header>
      )}
      <div className={cx(!flush && (title === undefined ? 'p-5 md:p-4' : 'px-5 pt-1 pb-4 md:px-4'))}>
        {children}
      </div>
    </section>
  )
}

/** The title of a group of panels on a phone. */
export const SectionTitle = ({ children, aside }: { children: ReactNode; aside?: ReactNode }) => (
  <div className="flex items-center justify-between gap-x-3 pt-2 *:justify-end max-xs:flex-wrap">
    <h2 className="text-md font-semibold">{children}</h2>
    {aside}
  </div>
)

/**
 * Two or three amounts side by side, with lines between: balance, pending, available. On the narrowest
 * screens they are stacked.
 */
export const Figures = ({ children }: { children: ReactNode }) => (
  <dl
    className={cx(
      'grid gap-2 xs:auto-cols-fr xs:grid-flow-col xs:gap-0 xs:divide-x xs:divide-line2',
      'xs:*:px-4 xs:*:first:pl-0 xs:*:last:pr-0',
    )}
  >
    {children}
  </dl>
)

export const Figure = ({
  name,
  tone,
  children,
}: {
  name: ReactNode
  tone?: 'brand'
  children: ReactNode
}) => (
  <div className="min-w-0 max-xs:flex max-xs:flex-wrap max-xs:items-baseline max-xs:justify-between max-xs:gap-x-3">
    <dt className="text-base text-mute md:text-sm xs:truncate">{name}</dt>
    <dd className={cx('num text-md font-semibold', tone === 'brand' && 'text-brand-text')}>{children}</dd>
  </div>
)
