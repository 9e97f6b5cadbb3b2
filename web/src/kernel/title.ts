import { useEffect, useSyncExternalStore } from 'react'
import { useBranding } from './branding.ts'
import { store } from './signal.ts'

const defaultTitle = 'Cardamom'
const shown = store<string | null>(null)

/**
 * Names the page in the browser: `<screen> · <company>`; `Cardamom` when no screen says otherwise (product §2).
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

/** The screen that is open, by the name that it has in the browser. */
export const useOpenScreen = (): string | null => useSyncExternalStore(shown.listen, shown.read)
