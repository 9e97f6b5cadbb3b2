import { isFreshPageNeeded } from './fresh-page.ts'
import { signal, store } from './signal.ts'
import type { Arrival, LinkState } from './location.ts'
import { hasUnsaved, leaveUnsaved } from './unsaved.ts'

/** What we keep in an entry of the browser's history: its place among those of this tab, counted from the first. */
type HistoryState = LinkState & { readonly at?: number }
export const historyState = (): HistoryState => (history.state ?? {}) as HistoryState
export const historyPosition = (): number => historyState().at ?? 0

const went = signal<Arrival>()
let lastPosition = 0
/** The path that was asked for last: what is shown follows when its page is there. */
const asked = store('')
export const requestedPath = { listen: asked.listen, read: asked.read } as const

const note = () => {
  lastPosition = historyPosition()
  asked.write(location.pathname)
}

type GoOptions = { readonly replace?: boolean | undefined; readonly state?: LinkState | undefined }

const enter = (href: string, { replace = false, state }: GoOptions): void => {
  if (isFreshPageNeeded() && !replace) return location.assign(href)
  const stays = replace || href === `${location.pathname}${location.search}`
  const next = { ...state, at: historyPosition() + (stays ? 0 : 1) }
  if (stays) history.replaceState(next, '', href)
  else history.pushState(next, '', href)
  note()
  went.emit(stays ? 'replace' : 'push')
}

/**
 * Goes to an address of the product. The one that is open already keeps its entry. Another page is asked for first where
 * typed input would be lost.
 */
export const go = (href: string, options: GoOptions = {}): void => {
  const isSamePage = href.split(/[?#]/)[0] === location.pathname
  if (isSamePage) enter(href, options)
  else leaveUnsaved(() => enter(href, options))
}

/** Makes the entry that is open one of ours. True when it was before: come back to, or loaded again. */
export const startHistory = (): boolean => {
  const isKnown = history.state !== null
  if (!isKnown) history.replaceState({ at: 0 }, '')
  note()
  return isKnown
}

/** The browser has gone back or forth already: it returns to the page until the person has answered. */
const returnAndAsk = (steps: number): void => {
  history.go(-steps)
  leaveUnsaved(() => history.go(steps))
}

/** Hears of every change of the address. Returns what stops it. */
export const listenToHistory = (listener: (arrival: Arrival) => void): (() => void) => {
  const onPop = () => {
    // A jump within the page (`#main`) is an entry that the browser made: it gets its place here.
    const isJump = history.state === null
    if (isJump) history.replaceState({ at: lastPosition + 1 }, '')
    const steps = historyPosition() - lastPosition
    const isOtherPage = steps !== 0 && location.pathname !== asked.read()
    if (isOtherPage && hasUnsaved()) return returnAndAsk(steps)
    note()
    if (!isJump) listener('move')
  }
  const stop = went.listen(listener)
  addEventListener('popstate', onPop)
  return () => {
    stop()
    removeEventListener('popstate', onPop)
  }
}
