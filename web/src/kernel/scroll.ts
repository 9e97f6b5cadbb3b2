import type { PageLocation } from './location.ts'

const storageKey = 'cardamom-scroll'

/** Reads the saved scroll positions of the history entries, by their index. */
const readSaved = (): number[] => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(value) ? value.map(Number) : []
  } catch {
    return []
  }
}

let positions: number[] = []

/** Turns off the browser's own scrolling, which would happen before the page is rendered. */
export const startScroll = (at: () => number): void => {
  positions = readSaved()
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => {
    saveScroll(at())
    sessionStorage.setItem(storageKey, JSON.stringify(positions))
  })
}

/** Saves the scroll position of a page before the person leaves it. */
export const saveScroll = (at: number): void => {
  positions[at] = scrollY
}

let stopWaiting = (): void => undefined
const handsOn = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Scrolls there as soon as the page is tall enough, unless the person scrolls first. */
const scrollWhenTall = (top: number) => {
  stopWaiting()
  scrollTo(0, top)
  if (top === 0) return
  const growth = new ResizeObserver(() => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) < 1) stopWaiting()
  })
  stopWaiting = () => {
    growth.disconnect()
    for (const event of handsOn) removeEventListener(event, stopWaiting)
    stopWaiting = () => undefined
  }
  for (const event of handsOn) addEventListener(event, stopWaiting, { passive: true })
  growth.observe(document.body)
}

/**
 * Scrolls after a change of the address: a new page starts at its top, back and forward restore the saved
 * position, and a filter does not scroll.
 */
export const scrollFor = ({
  pageLocation,
  before,
}: {
  pageLocation: PageLocation
  before: PageLocation | null
}): void => {
  if (pageLocation.arrival === 'replace' && pageLocation.path === before?.path) return
  if (pageLocation.arrival === 'push') positions.length = pageLocation.at
  const isOver = pageLocation.state.over || before?.state.over
  if (isOver && pageLocation.path === before?.path) return
  scrollWhenTall(pageLocation.arrival === 'traverse' ? (positions[pageLocation.at] ?? 0) : 0)
}
