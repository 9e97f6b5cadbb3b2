import { useEffect, useSyncExternalStore } from 'react'
import { store } from './signal.ts'

const back = store<(() => void) | null>(null)

/** A page of steps tells the frame what its arrow does: one step back. Null hides the arrow. */
export const useBack = (goBack: (() => void) | null): void => {
  useEffect(() => {
    back.write(goBack)
    return () => back.write(null)
  }, [goBack])
}

/** For the frame: what the arrow does, or null when there is none. */
export const useBackHandler = (): (() => void) | null => useSyncExternalStore(back.listen, back.read)
