import { useEffect, useRef, type ReactNode } from 'react'
import { useQueryParams } from '../kernel/router.tsx'

const inputs = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled)'

/** Runs after every dialog is gone, because a dialog that closes returns the focus to where it was. */
const afterDialogs = (run: () => void): (() => void) => {
  let frame = 0
  const wait = () => {
    const isFree = document.querySelector('[role="dialog"]') === null
    frame = requestAnimationFrame(isFree ? run : wait)
  }
  wait()
  return () => cancelAnimationFrame(frame)
}

/** The field of a setting. It gets the focus when the address names it, as a search does. */
export const FocusedSetting = ({ name, children }: { name: string; children: ReactNode }) => {
  const [{ setting }, change] = useQueryParams()
  const frame = useRef<HTMLDivElement>(null)
  const isWanted = setting === name
  useEffect(() => {
    if (!isWanted) return undefined
    return afterDialogs(() => {
      const input = frame.current?.querySelector<HTMLElement>(inputs) ?? frame.current
      input?.focus({ preventScroll: true })
      frame.current?.scrollIntoView({ block: 'center' })
      // So that the same search leads here again.
      change({ setting: undefined })
    })
  }, [isWanted, change])
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
