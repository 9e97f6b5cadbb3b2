import { useSyncExternalStore } from 'react'
import { store } from '../../kernel/signal.ts'

const key = 'list_density'
const isCompact = store(localStorage.getItem(key) === 'compact')

/** Whether the rows of all lists are 36 instead of 48 pixels high on a desktop. The browser remembers it. */
export const useDensity = (): [isCompact: boolean, set: (next: boolean) => void] => {
  const set = (next: boolean) => {
    localStorage.setItem(key, next ? 'compact' : 'comfortable')
    isCompact.write(next)
  }
  return [useSyncExternalStore(isCompact.listen, isCompact.read), set]
}
