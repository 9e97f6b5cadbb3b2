import { useSyncExternalStore } from 'react'

/** The device has said something while this page was open. */
let hasHeard = false

const listen = (listener: () => void) => {
  const hear = () => {
    hasHeard = true
    listener()
  }
  addEventListener('online', hear)
  addEventListener('offline', hear)
  return () => {
    removeEventListener('online', hear)
    removeEventListener('offline', hear)
  }
}

const isThisMachine = (hostname: string) => /(^|\.)localhost$|^127\./.test(hostname)

// A machine without any network serves itself all the same: there, only a change says something.
const isOnline = () => navigator.onLine || (!hasHeard && isThisMachine(location.hostname))

/** False while the device says that it has no network, and the product is not on this very device. */
export const useOnline = (): boolean => useSyncExternalStore(listen, isOnline)
