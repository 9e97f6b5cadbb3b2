import { store } from '../../kernel/signal.ts'

/** Whether the palette is open over the page. */
export const paletteOpen = store(false)

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
/** The keys that open the palette, as labelled on the reader's keyboard. */
export const paletteKeys = isMac ? '⌘ K' : 'Ctrl K'

export const isPaletteKey = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey
