import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { requestedPath, go, historyState, listenToHistory, historyPosition, startHistory } from './history.ts'
import type { Deferred } from './deferred.tsx'
import type { RouteLine } from './route-line.ts'
import { store } from './signal.ts'
import { saveScroll, scrollFor, startScroll } from './scroll.ts'
import {
  finderOf,
  hrefOf,
  queryParamsOf,
  type Arrival,
  type FoundRoute,
  type LinkState,
  type QueryParams,
  type PageLocation,
} from './location.ts'

export type { QueryParams } from './location.ts'

/** How long the current page stays while the file of the next page is loading; then a spinner is shown. */
const patienceMs = 800

const lines = store<readonly RouteLine[]>([])
let find: (path: string) => FoundRoute = finderOf([])
let firstArrival: Arrival = 'push'

const readPageLocation = (arrival: Arrival): PageLocation => {
  const { at = 0, ...state } = historyState()
  const { pathname, search } = location
  const href = `${pathname}${search}`
  return { href, path: pathname, query: queryParamsOf(search), state, at, arrival, ...find(pathname) }
}

/** Adds pages to the table, also while a page is shown. */
export const addRoutes = (more: readonly RouteLine[]): void => {
  const all = [...lines.read(), ...more]
  find = finderOf(all)
  lines.write(all)
}

/** Starts the router with the table of pages. */
export const startRouter = (table: readonly RouteLine[]): void => {
  addRoutes(table)
  if (startHistory()) firstArrival = 'traverse'
  startScroll(historyPosition)
}

/** The entry of the path that was opened first. */
export const firstLine = (): RouteLine | null => find(location.pathname).line

/** Whether the product has a page with this path; links to other paths are not shown. */
export const hasPage = (path: string): boolean => lines.read().some((line) => line.path === path)

/** The page of a path in the table, to show it at another address. */
export const pageOf = (path: string): Deferred | null =>
  lines.read().find((line) => line.path === path)?.page ?? null

/** The pages of one area. */
export const pagesOf = (area: RouteLine['area']): Deferred[] =>
  lines.read().flatMap((line) => (line.area === area ? [line.page] : []))

/** Starts to load the page of a link that the pointer or a finger is on. */
export const preloadPage = (href: string): void => {
  void find(href.split(/[?#]/)[0] ?? href).line?.page.preload()
}

/**
 * Whether the previous history entry is a page of the product; then `history.back()` stays in the product.
 */
export const canGoBack = (): boolean => historyPosition() > 0

const useFollowing = (): PageLocation => {
  const [pageLocation, setPageLocation] = useState(() => readPageLocation(firstArrival))
  const shown = useRef<PageLocation | null>(null)
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const arrive = (arrival: Arrival) => {
      const next = readPageLocation(arrival)
      saveScroll(shown.current?.at ?? 0)
      void next.line?.page.preload()
      clearTimeout(waiting)
      // Filters are radio buttons, so they must react at once.
      if (next.path === shown.current?.path) {
        setPageLocation(next)
        return
      }
      // The current page stays until the next one can be rendered; after `patienceMs` the spinner replaces
      // it.
      startTransition(() => setPageLocation(next))
      waiting = setTimeout(() => setPageLocation(next), patienceMs)
    }
    const leave = listenToHistory(arrive)
    // A page may have redirected before this effect listened.
    if (readPageLocation('replace').href !== shown.current?.href) arrive('replace')
    return () => {
      clearTimeout(waiting)
      leave()
    }
  }, [])
  useLayoutEffect(() => {
    if (pageLocation === shown.current) return
    scrollFor({ pageLocation, before: shown.current })
    shown.current = pageLocation
  }, [pageLocation])
  return pageLocation
}

const LocationContext = createContext<PageLocation | null>(null)

/** The address that is shown. All components of one render see the same one. */
export const usePageLocation = (): PageLocation => {
  const pageLocation = use(LocationContext)
  if (pageLocation === null) throw new Error('Outside the router')
  return pageLocation
}

/** Follows the address and the table of pages; must contain all components that read them. */
export const Router = ({ children }: { children: ReactNode }): ReactNode => {
  const pageLocation = useFollowing()
  const table = useSyncExternalStore(lines.listen, lines.read)
  const found = useMemo(() => ({ ...pageLocation, ...find(pageLocation.path) }), [pageLocation, table])
  return <LocationContext value={found}>{children}</LocationContext>
}

/** The path that is shown. */
export const usePath = (): string => usePageLocation().path

/** The last requested path: a pressed tab is marked at once, before its page is loaded. */
export const useRequestedPath = (): string => useSyncExternalStore(requestedPath.listen, requestedPath.read)

/** Data that the previous page passed on. */
export const useLinkState = (): LinkState => usePageLocation().state

/** A parameter of the path: `usePathParam('loadId')`. */
export const usePathParam = (name: string): string => {
  const value = usePageLocation().params[name]
  if (value === undefined) throw new Error(`The path has no :${name}`)
  return value
}

/**
 * The query of the address, with a function that changes it. Lists store filter, order and columns there (ux
 * §2).
 */
export const useQueryParams = (): readonly [QueryParams, (changes: QueryParams) => void] => {
  const { path, query } = usePageLocation()
  const change = useCallback(
    (changes: QueryParams) => {
      // The person may have left the page in the meantime.
      if (location.pathname !== path) return
      go(hrefOf(path, { ...queryParamsOf(location.search), ...changes }), { replace: true })
    },
    [path],
  )
  return useMemo(() => [query, change] as const, [query, change])
}

const goTo = (to: string, { replace, search }: { replace?: boolean; search?: QueryParams } = {}): void =>
  go(hrefOf(to, search), { replace })

/** Goes to a path: `const go = useGo()`, `go('/cards')`. */
export const useGo = (): typeof goTo => goTo

/** Redirects to another address as soon as it is rendered. */
export const Navigate = ({ to, search }: { to: string; search?: QueryParams }): ReactNode => {
  const href = hrefOf(to, search)
  useEffect(() => go(href, { replace: true }), [href])
  return null
}
