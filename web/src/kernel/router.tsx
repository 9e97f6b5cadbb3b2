import {
  createRootRoute,
  createRoute,
  createRouter,
  parseSearchWith,
  stringifySearchWith,
  useLocation,
  useNavigate,
  useParams,
  type AnyRouter,
} from '@tanstack/react-router'
import { useCallback, useMemo, type ReactNode } from 'react'
import type { RouteLine } from './route-line.ts'

const patternOf = (path: string) => path.replace(/:(\w+)/g, '$$$1')

/** Every value of the query stays the text that stands in the address: `?ref=012345` is no number. */
const asText = (text: string) => text

/** The router of a table of lines. `App` decides what a line may show (shell/app.tsx). */
export const routerOf = (
  lines: readonly RouteLine[],
  frame: {
    App: () => ReactNode
    NotFound: () => ReactNode
    Failed: (props: { error: unknown }) => ReactNode
    Waiting: () => ReactNode
  },
): AnyRouter => {
  const root = createRootRoute({ component: frame.App, notFoundComponent: frame.NotFound })
  const children = lines.map((line) =>
    createRoute({
      getParentRoute: () => root,
      path: patternOf(line.path),
      component: line.page,
      staticData: { line },
    }),
  )
  return createRouter({
    routeTree: root.addChildren(children),
    parseSearch: parseSearchWith(asText),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: frame.Failed,
    defaultPendingComponent: frame.Waiting,
  })
}

/** A parameter of the path: `usePathParam('loadId')`. */
export const usePathParam = (name: string): string => {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const value = params[name]
  if (value === undefined) throw new Error(`The path has no :${name}`)
  return value
}

export type QueryParams = Readonly<Record<string, string | undefined>>

/** The query of the address and how to change it: lists keep filter, order and columns there (ux §2). */
export const useQueryParams = (): readonly [QueryParams, (changes: QueryParams) => void] => {
  const search = useLocation({ select: (location) => location.search as QueryParams })
  const navigate = useNavigate()
  const change = useCallback(
    (changes: QueryParams) => {
      const next = Object.entries({ ...search, ...changes }).filter(
        ([, value]) => value !== undefined && value !== '',
      )
      void navigate({ to: '.', search: Object.fromEntries(next), replace: true })
    },
    [navigate, search],
  )
  return useMemo(() => [search, change] as const, [search, change])
}

/** Goes to a path: `const go = useGo()`, `go('/cards')`. */
export const useGo = (): ((to: string, options?: { replace?: boolean; search?: QueryParams }) => void) => {
  const navigate = useNavigate()
  return useCallback(
    (to, { replace = false, search = {} } = {}) => void navigate({ to, replace, search }),
    [navigate],
  )
}
