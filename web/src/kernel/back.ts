import { useEffect, useSyncExternalStore } from 'react'
import { store } from './signal.ts'

const back = store<(() => void) | null>(null)

/** Sets the action of the frame's back arrow for a page with steps: one step back. Null hides the arrow. */
export const useBack = (goBack: (() => void) | null): void => {
  useEffect(() => {
    back.write(goBack)
    return () => back.write(null)
  }, [goBack])
}

/** Action of the frame's back arrow; null when there is none. */
export const useBackHandler = (): (() => void) | null => useSyncExternalStore(back.listen, back.read)
