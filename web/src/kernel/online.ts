import { useSyncExternalStore } from 'react'
import { store } from './signal.ts'

/** What the device said last while this page was open. */
const said = store<boolean | null>(null)

/** Hears what the device says of its network. */
export const startOnline = (): void => {
  addEventListener('online', () => said.write(true))
  addEventListener('offline', () => said.write(false))
}

const isThisMachine = (hostname: string) => /(^|\.)localhost$|^127\./.test(hostname)

/**
 * False while the device says that it has no network. A machine without any network serves itself all the same: there,
 * only a change says something.
 */
export const isOnline = (): boolean => said.read() ?? (navigator.onLine || isThisMachine(location.hostname))

/** Hears when the device is online again. Returns what stops it. */
export const onOnline = (listener: () => void): (() => void) =>
  said.listen(() => {
    if (said.read() === true) listener()
  })

export const useOnline = (): boolean => useSyncExternalStore(said.listen, isOnline)
