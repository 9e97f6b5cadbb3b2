import { useSyncExternalStore } from 'react'

const wide = '(min-width: 768px)'

const listen = (listener: () => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * True from 768 px up, where a side bar stands instead of the tab bar: what only one of them needs is not
 * loaded.
 */
export const useIsWide = (): boolean => useSyncExternalStore(listen, () => matchMedia(wide).matches)
