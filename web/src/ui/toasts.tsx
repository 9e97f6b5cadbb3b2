import { useSyncExternalStore } from 'react'
import { part } from '../kernel/late.tsx'
import { whenQuiet } from '../kernel/quiet.ts'
import { toastsWanted } from '../kernel/toasts.ts'

const ToastPlace = part(() => import('./toast-container.tsx'), 'ToastPlace', { silent: true })

/** Fetches the library while the page is idle, so that it is there when the network is not. */
export const preloadToasts = (): void => {
  whenQuiet(() => void ToastPlace.preload())
}

/** Where toasts appear, from the first one on. */
export const Toasts = () => {
  const isWanted = useSyncExternalStore(toastsWanted.listen, toastsWanted.read)
  if (!isWanted) return null
  return <ToastPlace />
}
