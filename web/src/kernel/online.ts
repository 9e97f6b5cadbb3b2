import { useSyncExternalStore } from 'react'
import { store } from './signal.ts'

/** The last `online` or `offline` event of this page; null before the first. */
const said = store<boolean | null>(null)

/** Listens to the device's `online` and `offline` events. */
export const startOnline = (): void => {
  addEventListener('online', () => said.write(true))
  addEventListener('offline', () => said.write(false))
}

const isThisMachine = (hostname: string) => /(^|\.)localhost$|^127\./.test(hostname)

/**
 * False while the device reports that it has no network. A page of `localhost` needs no network, so there
 * only an `offline` event counts.
 */
export const isOnline = (): boolean => said.read() ?? (navigator.onLine || isThisMachine(location.hostname))

/** Calls `listener` when the device is online again. Returns a function that unsubscribes. */
export const onOnline = (listener: () => void): (() => void) =>
  said.listen(() => {
    if (said.read() === true) listener()
  })

export const useOnline = (): boolean => useSyncExternalStore(said.listen, isOnline)
