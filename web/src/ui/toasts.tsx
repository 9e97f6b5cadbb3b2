import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastsWanted } from '../kernel/toasts.ts'

const ToastPlace = lazy(async () => ({ default: (await import('./toast-container.tsx')).ToastPlace }))

/** Where toasts appear. The library comes when the page is idle, or with the first toast. */
export const Toasts = () => {
  const isWanted = useSyncExternalStore(toastsWanted.listen, toastsWanted.read)
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <ToastPlace />
    </Suspense>
  )
}
