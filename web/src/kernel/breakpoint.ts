import { useSyncExternalStore } from 'react'

/**
 * Hook: whether the window has at least this width. Parts for one width are neither loaded nor rendered at
 * others.
 */
const widthHook = (least: string) => {
  const minWidth = `(min-width: ${least})`
  const listen = (listener: () => void) => {
    const query = matchMedia(minWidth)
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  const read = () => matchMedia(minWidth).matches
  return () => useSyncExternalStore(listen, read)
}

/** True from 48 rem (768 px at the default letter size): a side bar is shown instead of the tab bar. */
export const useIsDesktop = widthHook('48rem')

/** True from 64 rem, where a column is shown next to the page's own (`lg:` in the style sheet). */
export const useHasColumn = widthHook('64rem')

/** True from 80 rem, where the details of a row push the list aside (`xl:` in the style sheet). */
export const useHasSideRoom = widthHook('80rem')
