import { useSyncExternalStore } from 'react'
import { store } from './signal.ts'

const locked = store(false)

/** Said when a call is answered 423, when the session starts locked, and by the lock screen's own timer. */
export const noteLocked = (): void => locked.write(true)
/** Said when the server unlocked the session. */
export const noteUnlocked = (): void => locked.write(false)
/** Whether the screen must be unlocked before anything else. */
export const useLocked = (): boolean => useSyncExternalStore(locked.listen, locked.read)
