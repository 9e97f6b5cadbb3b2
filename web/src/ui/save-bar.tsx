import { Button } from './button.tsx'
import { cx } from './cx.ts'

/**
 * The bar of a form with changes that are not saved. It stays in view while any part of the form is, so that a change
 * at the top of a long form does not look saved.
 */
export const SaveBar = ({
  note,
  save,
  discard,
  busy,
  onDiscard,
}: {
  note: string
  save: string
  discard: string
  busy: boolean
  onDiscard: () => void
}) => (
  <div
    className={cx(
      // On a phone as wide as the page: the frame sets its padding.
      'sticky bottom-0 z-20 -mx-[var(--page-x,calc(var(--spacing)*5))] mt-6 border-t border-line bg-surface',
      'px-[var(--page-x,calc(var(--spacing)*5))] pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
      'md:mx-0 md:mt-4 md:flex md:flex-row-reverse md:items-center md:justify-between md:gap-4',
      'md:rounded-xl md:border md:px-4 md:py-2.5',
    )}
  >
    <div className="flex flex-col gap-2 md:flex-row-reverse">
      <Button type="submit" variant="primary" busy={busy}>
        {save}
      </Button>
      <Button variant="ghost" onClick={onDiscard}>
        {discard}
      </Button>
    </div>
    <p
      aria-live="polite"
      className="flex items-center justify-center gap-2 pt-2 text-base text-mute md:pt-0 md:text-sm"
    >
      <span aria-hidden className="size-1.75 shrink-0 rounded-full bg-warn" />
      {note}
    </p>
  </div>
)
