import { useSyncExternalStore } from 'react'
import { signal, store } from './signal.ts'

const locked = store(false)
const unlockedNow = signal<void>()
/** Heard when the session is open again, here or by another tab: what was asked for meanwhile was refused. */
export const onUnlocked = unlockedNow.listen

const write = (next: boolean): boolean => {
  const changes = locked.read() !== next
  locked.write(next)
  if (changes && !next) unlockedNow.emit()
  return changes
}

// All tabs of a browser share one session: what one of them learns of its lock holds for the others.
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('cardamom-lock')
tabs?.addEventListener('message', ({ data }) => write(data === 'locked'))

/** Said when a call is answered 423, when the session starts locked, and by the lock screen's own timer. */
export const markLocked = (): void => {
  if (write(true)) tabs?.postMessage('locked')
}
/** Said when the server unlocked the session. */
export const markUnlocked = (): void => {
  if (write(false)) tabs?.postMessage('unlocked')
}
/** Hears each change, with whether it is locked now. Returns the function that stops listening. */
export const onLockChange = (tell: (isLocked: boolean) => void): (() => void) =>
  locked.listen(() => tell(locked.read()))
export const isLocked = (): boolean => locked.read()
/** Whether the screen must be unlocked before anything else. */
export const useLocked = (): boolean => useSyncExternalStore(locked.listen, locked.read)
