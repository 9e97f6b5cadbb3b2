import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Renders `<b>` in a text of the catalogue: the most important part. */
export const b = (text: ReactNode): ReactNode => <b className="font-semibold text-ink">{text}</b>

/** Template of a page with one centred column. */
export const Page = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto w-full max-w-180">{children}</div>
)

/** Grid of `PageWithAside`, for pages that put the aside between their own parts on a phone. */
export const asideColumns =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_23.75rem] lg:gap-6'

/** Template of a page with a second column at the right; on a phone the second follows the first. */
export const PageWithAside = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <div className={asideColumns}>
    <Stack className="min-w-0">{children}</Stack>
    <Stack className="min-w-0">{aside}</Stack>
  </div>
)

/** A column of panels, with the phone's spacing. The gap follows a page header, which has no other below it. */
export const Stack = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={cx('flex flex-col gap-4 *:[header]:pb-0', className)}>{children}</div>
)

/**
 * The buttons of a decision: on a phone they stay visible above the keyboard; on a desktop they end the page.
 */
export const ActionBar = ({ children, note }: { children: ReactNode; note?: ReactNode }) => (
  <div
    className={cx(
      // As wide as the page: the frame sets its padding.
      'sticky bottom-0 z-20 -mx-[var(--page-x,calc(var(--spacing)*5))] mt-6 border-t border-line bg-surface',
      'px-[var(--page-x,calc(var(--spacing)*5))] pt-3',
      'pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
      'md:static md:mx-0 md:mt-2 md:border-0 md:bg-transparent md:px-0',
    )}
  >
    <div className="flex flex-col gap-2 md:flex-row-reverse md:justify-start">{children}</div>
    {note !== undefined && (
      <p className="pt-2 text-center text-base text-balance text-mute md:text-right md:text-sm">{note}</p>
    )}
  </div>
)

/** What to do now, on the brand's soft colour. A page has one, with its only primary button. */
export const NextStep = ({
  eyebrow,
  title,
  children,
  action,
}: {
  eyebrow: ReactNode
  title: ReactNode
  children: ReactNode
  action: ReactNode
}) => (
  <section className="rounded-2xl bg-soft p-5">
    <p className="text-base font-medium text-brand-text">{eyebrow}</p>
    <h2 className="mt-0.5 text-lg font-semibold">{title}</h2>
    <p className="mt-0.5 mb-4 text-mute">{children}</p>
    {action}
  </section>
)
