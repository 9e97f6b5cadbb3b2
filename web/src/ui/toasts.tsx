import { lazy, Suspense, useSyncExternalStore } from 'react'
import { whenQuiet } from '../kernel/quiet.ts'
import { toastsWanted } from '../kernel/toasts.ts'

const load = () => import('./toast-container.tsx')
const ToastPlace = lazy(async () => ({ default: (await load()).ToastPlace }))

/** Fetches the library while the page is idle, so that it is there when the network is not. */
export const preloadToasts = (): void => {
  whenQuiet(() => void load().catch(() => undefined))
}

/** Where toasts appear, from the first one on. */
export const Toasts = () => {
  const isWanted = useSyncExternalStore(toastsWanted.listen, toastsWanted.read)
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <ToastPlace />
    </Suspense>
  )
}
