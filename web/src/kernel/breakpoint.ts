import { useSyncExternalStore } from 'react'

/** Whether the window is at least so wide, as a hook. What only one width needs is neither loaded nor rendered. */
const widthHook = (least: string) => {
  const asked = `(min-width: ${least})`
  const listen = (listener: () => void) => {
    const query = matchMedia(asked)
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  const read = () => matchMedia(asked).matches
  return () => useSyncExternalStore(listen, read)
}

/** True from 48 rem up: 768 px, unless the person chose larger letters, where a side bar stands instead of the tab bar. */
export const useIsWide = widthHook('48rem')

/** True from 64 rem up, where a column stands beside the page's own (`lg:` in the style sheet). */
export const useHasColumn = widthHook('64rem')

/** True from 80 rem up, where the details of a row push the list aside (`xl:` in the style sheet). */
export const useHasSideRoom = widthHook('80rem')
