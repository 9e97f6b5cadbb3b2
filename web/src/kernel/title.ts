import { useEffect } from 'react'
import { useFace } from './face.ts'

const defaultTitle = 'Cardamom'

/**
 * Names the page in the browser: `<screen> · <company>`; `Cardamom` when no screen says otherwise (spec §2).
 */
export const useTitle = (screen: string | null): void => {
  const { name } = useFace()
  useEffect(() => {
    if (screen === null) return
    document.title = `${screen} · ${name}`
    return () => {
      document.title = defaultTitle
    }
  }, [screen, name])
}
