import type { PageLocation } from './location.ts'

const storageKey = 'cardamom-scroll'

/** Where each entry of the history was scrolled to, by its place. */
const readSaved = (): number[] => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(value) ? value.map(Number) : []
  } catch {
    return []
  }
}

let kept: number[] = []

/** The browser would scroll before the page stands: from here on it is ours. */
export const startScroll = (at: () => number): void => {
  kept = readSaved()
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => {
    saveScroll(at())
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  })
}

/** Remembers where a page stands that is being left. */
export const saveScroll = (at: number): void => {
  kept[at] = scrollY
}

let giveUp = (): void => undefined
const handsOn = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Scrolls there as soon as the page is tall enough, unless the person scrolls first. */
const scrollWhenTall = (top: number) => {
  giveUp()
  scrollTo(0, top)
  if (top === 0) return
  const growth = new ResizeObserver(() => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) < 1) giveUp()
  })
  giveUp = () => {
    growth.disconnect()
    for (const event of handsOn) removeEventListener(event, giveUp)
    giveUp = () => undefined
  }
  for (const event of handsOn) addEventListener(event, giveUp, { passive: true })
  growth.observe(document.body)
}

/** A new page begins at its top; back and forth lead to where one was; a filter leaves the page where it is. */
export const scrollFor = ({
  pageLocation,
  before,
}: {
  pageLocation: PageLocation
  before: PageLocation | null
}): void => {
  if (pageLocation.arrival === 'replace' && pageLocation.path === before?.path) return
  if (pageLocation.arrival === 'push') kept.length = pageLocation.at
  const isOver = pageLocation.state.over || before?.state.over
  if (isOver && pageLocation.path === before?.path) return
  scrollWhenTall(pageLocation.arrival === 'move' ? (kept[pageLocation.at] ?? 0) : 0)
}
