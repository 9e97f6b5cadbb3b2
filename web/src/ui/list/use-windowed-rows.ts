import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { store } from '../../kernel/signal.ts'
import type { WindowedRows } from './windowed-rows.tsx'

/** Shorter lists have all their rows in the page, where the browser's own search finds them. */
export const mostInPage = 100

const loaded = store<typeof WindowedRows | null>(null)

/** A printed page has all rows that were read. */
const useIsPrinting = (): boolean => {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The browser makes the print right after the event.
    const start = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    addEventListener('beforeprint', start)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', start)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** The rows near the window for a long list, or null: all rows are in the page, as long as its file is not loaded. */
export const useWindowedRows = (count: number): typeof WindowedRows | null => {
  const Rows = useSyncExternalStore(loaded.listen, loaded.read)
  const isPrinting = useIsPrinting()
  const isLong = count > mostInPage
  useEffect(() => {
    if (!isLong || loaded.read()) return
    // Without a connection all rows stay in the page; the next page of the list tries again.
    import('./windowed-rows.tsx').then((file) => loaded.write(file.WindowedRows)).catch(() => undefined)
  }, [isLong, count])
  return isLong && !isPrinting ? Rows : null
}
