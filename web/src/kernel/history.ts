import { isFreshPageNeeded } from './fresh-page.ts'
import { signal, store } from './signal.ts'
import type { Arrival, LinkState } from './location.ts'
import { hasUnsaved, leaveUnsaved } from './unsaved.ts'

/** Our data in an entry of the browser's history: its position in this tab, counted from the first. */
type HistoryState = LinkState & { readonly at?: number }
export const historyState = (): HistoryState => (history.state ?? {}) as HistoryState
export const historyPosition = (): number => historyState().at ?? 0

const went = signal<Arrival>()
let lastPosition = 0
/** The path that was requested last; its page is shown when it is loaded. */
const wanted = store('')
export const requestedPath = { listen: wanted.listen, read: wanted.read } as const

const note = () => {
  lastPosition = historyPosition()
  wanted.write(location.pathname)
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
 * Goes to an address of the product. The present address stays in the history. A question comes before typed
 * input is lost.
 */
export const go = (href: string, options: GoOptions = {}): void => {
  const isSamePage = href.split(/[?#]/)[0] === location.pathname
  if (isSamePage) enter(href, options)
  else leaveUnsaved(() => enter(href, options))
}

/**
 * Makes the present entry one of ours. True when it was ours before: after a step back, or after a reload.
 */
export const startHistory = (): boolean => {
  const isKnown = history.state !== null
  if (!isKnown) history.replaceState({ at: 0 }, '')
  note()
  return isKnown
}

/** The browser has gone back or forward already, so it returns to the page until the person has answered. */
const returnAndConfirm = (steps: number): void => {
  history.go(-steps)
  leaveUnsaved(() => history.go(steps))
}

/** Calls the listener for every change of the address. Returns the function that stops it. */
export const listenToHistory = (listener: (arrival: Arrival) => void): (() => void) => {
  const onPop = () => {
    // A jump within the page (`#main`) is an entry of the browser; it gets its position here.
    const isJump = history.state === null
    if (isJump) history.replaceState({ at: lastPosition + 1 }, '')
    const steps = historyPosition() - lastPosition
    const isOtherPage = steps !== 0 && location.pathname !== wanted.read()
    if (isOtherPage && hasUnsaved()) return returnAndConfirm(steps)
    note()
    if (!isJump) listener('traverse')
  }
  const stop = went.listen(listener)
  addEventListener('popstate', onPop)
  return () => {
    stop()
    removeEventListener('popstate', onPop)
  }
}
