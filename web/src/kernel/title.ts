import { useEffect, useSyncExternalStore } from 'react'
import { useBranding } from './branding.ts'
import { store } from './signal.ts'

const defaultTitle = 'Cardamom'
const shown = store<string | null>(null)

/**
 * Sets the title of the browser tab: `<screen> · <company>`, or `Cardamom` when no screen sets one (product
 * §2).
 */
export const useTitle = (screen: string | null): void => {
  const { name } = useBranding()
  useEffect(() => {
    if (screen === null) return
    document.title = `${screen} · ${name}`
    shown.write(screen)
    return () => {
      document.title = defaultTitle
      shown.write(null)
    }
  }, [screen, name])
}

/** The name of the open screen, as in the browser tab. */
export const useOpenScreen = (): string | null => useSyncExternalStore(shown.listen, shown.read)
