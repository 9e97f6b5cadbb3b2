import { useSyncExternalStore } from 'react'
import { signal, store } from './signal.ts'

const locked = store(false)
const unlockedNow = signal<void>()
/**
 * Called when the session is unlocked, in this tab or another one: requests were refused while it was locked.
 */
export const onUnlocked = unlockedNow.listen

const write = (next: boolean): boolean => {
  const changes = locked.read() !== next
  locked.write(next)
  if (changes && !next) unlockedNow.emit()
  return changes
}

// All tabs of a browser share one session, so a lock or unlock in one tab applies to all.
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('cardamom-lock')
tabs?.addEventListener('message', ({ data }) => write(data === 'locked'))

/** Called when a call is answered 423, when the session starts locked, and by the lock screen's own timer. */
export const markLocked = (): void => {
  if (write(true)) tabs?.postMessage('locked')
}
/** Called when the server unlocked the session. */
export const markUnlocked = (): void => {
  if (write(false)) tabs?.postMessage('unlocked')
}
/**
 * Calls `tell` at each change, with whether the session is locked now. Returns a function that unsubscribes.
 */
export const onLockChange = (tell: (isLocked: boolean) => void): (() => void) =>
  locked.listen(() => tell(locked.read()))
export const isLocked = (): boolean => locked.read()
/** Whether the session is locked, so that the lock screen covers the app. */
export const useLocked = (): boolean => useSyncExternalStore(locked.listen, locked.read)
