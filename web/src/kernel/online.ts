import { useSyncExternalStore } from 'react'

const listen = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** False while the device says that it has no network. */
export const useOnline = (): boolean => useSyncExternalStore(listen, () => navigator.onLine)
