import { useSyncExternalStore } from 'react'
import { part } from '../kernel/deferred.tsx'
import { whenIdle } from '../kernel/idle.ts'
import { toastsWanted } from '../kernel/toasts.ts'

const ToastArea = part(() => import('./toast-container.tsx'), 'ToastArea', { silent: true })

/** Loads the library while the page is idle, so that toasts also work when the network fails later. */
export const preloadToasts = (): void => {
  whenIdle(() => void ToastArea.preload())
}

/** Container of the toasts, rendered once the first toast appears. */
export const Toasts = () => {
  const isWanted = useSyncExternalStore(toastsWanted.listen, toastsWanted.read)
  if (!isWanted) return null
  return <ToastArea />
}
