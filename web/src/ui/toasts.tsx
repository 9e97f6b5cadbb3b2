import { useSyncExternalStore } from 'react'
import { part } from '../kernel/deferred.tsx'
import { whenIdle } from '../kernel/idle.ts'
import { toastsWanted } from '../kernel/toasts.ts'

const ToastArea = part(() => import('./toast-container.tsx'), 'ToastArea', { silent: true })

/** Fetches the library while the page is idle, so that it is there when the network is not. */
export const preloadToasts = (): void => {
  whenIdle(() => void ToastArea.preload())
}

/** Where toasts appear, from the first one on. */
export const Toasts = () => {
  const isWanted = useSyncExternalStore(toastsWanted.listen, toastsWanted.read)
  if (!isWanted) return null
  return <ToastArea />
}
