import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * The scrolling part of a dialog or a column. It can get the keyboard focus when it scrolls and contains nothing that
 * can.
 */
export const Scroller = ({ className, children }: { className: string; children: ReactNode }) => {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = container.current
    if (box === null) return
    const update = () => {
      const scrolls = box.scrollHeight > box.clientHeight
      const hasStops =
        box.querySelector('a[href], button, input, select, textarea, summary, [tabindex]') !== null
      if (scrolls && !hasStops) box.tabIndex = 0
      else box.removeAttribute('tabindex')
    }
    const sizes = new ResizeObserver(update)
    sizes.observe(box)
    // Content that arrives later does not change the size of the box.
    const contents = new MutationObserver(update)
    contents.observe(box, { childList: true, subtree: true })
    return () => {
      sizes.disconnect()
      contents.disconnect()
    }
  }, [])
  return (
    <div ref={container} className={cx('min-h-0 grow overflow-y-auto', className)}>
      {children}
    </div>
  )
}
