import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const widths = { small: 'md:max-w-110', form: 'md:max-w-170', large: 'md:max-w-215' }

/** Classes of a dialog: at the bottom of a phone's screen, in the middle of a desktop's. */
export const popup = (size: keyof typeof widths): string =>
  cx(
    'appears fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col rounded-t-2xl',
    'bg-surface text-ink outline-none',
    'data-[ending-style]:translate-y-6 data-[starting-style]:translate-y-6',
    'md:top-1/2 md:bottom-auto md:max-h-[86dvh] md:-translate-y-1/2 md:rounded-2xl md:shadow-raise',
    'md:data-[ending-style]:-translate-y-[48%] md:data-[starting-style]:-translate-y-[48%]',
    widths[size],
  )

export const Foot = ({ note, actions }: { note?: ReactNode; actions: ReactNode }) => (
  <footer
    className={cx(
      'flex flex-col gap-3 border-t border-line px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
      'md:flex-row md:items-center md:justify-end md:py-3',
    )}
  >
    {note !== undefined && <p className="text-base text-mute md:mr-auto md:text-sm">{note}</p>}
    <div className="flex flex-col-reverse gap-2 md:flex-row">{actions}</div>
  </footer>
)
