import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** `<b>` in a text of the catalogue: what the eye looks for. */
export const b = (text: ReactNode): ReactNode => <b className="font-semibold text-ink">{text}</b>

/** The template of a page with one column: it stands in the middle of its place. */
export const Page = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto w-full max-w-180">{children}</div>
)

/** The columns of `PageWithAside`, for a page that puts the aside between its own parts on a phone. */
export const asideColumns =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_23.75rem] lg:gap-6'

/** The template of a page with a second column beside its own; on a phone it comes after it. */
export const PageWithAside = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <div className={asideColumns}>
    <Stack className="min-w-0">{children}</Stack>
    <Stack className="min-w-0">{aside}</Stack>
  </div>
)

/** The page's panels, one under the other with the phone's distance. */
export const Stack = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={cx('flex flex-col gap-4', className)}>{children}</div>
)

/** A decision's own foot on a phone: stays in sight above the keyboard; on a desktop it ends the page. */
export const ActionBar = ({ children, note }: { children: ReactNode; note?: ReactNode }) => (
  <div
    className={cx(
      'sticky bottom-0 z-20 -mx-5 mt-6 border-t border-line bg-surface px-5 pt-3',
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

/** What to do now, in the brand's soft colour: one per page, with the page's one primary button. */
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
