import { useEffect, useRef } from 'react'
import { Button } from '../button.tsx'

/** The end of the shown rows. It loads the next page when it scrolls into view, or by its button. */
export const EndOfRows = ({
  text,
  more,
  hasMore,
  isBusy,
  waits = false,
  onMore,
}: {
  /** How many rows are shown, of how many. */
  text: string
  /** Label of the button. */
  more: string
  hasMore: boolean
  isBusy: boolean
  /** The last page could not be read: only the button reads it again. */
  waits?: boolean
  onMore: () => void
}) => {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const sentinel = end.current
    if (!hasMore || isBusy || waits || sentinel === null) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), {
      rootMargin: '400px',
    })
    watcher.observe(sentinel)
    return () => watcher.disconnect()
  }, [hasMore, isBusy, waits, onMore])
  return (
    <div ref={end} className="flex flex-col items-center gap-3 pt-2 text-center">
      <p role="status" className="num text-base text-mute md:text-sm">
        {text}
      </p>
      {hasMore && (
        <Button variant="soft" size="small" busy={isBusy} onClick={onMore}>
          {more}
        </Button>
      )}
    </div>
  )
}
