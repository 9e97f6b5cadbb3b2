import type { RouteLine } from './route-line.ts'

export type QueryParams = Readonly<Record<string, string | undefined>>

/** Data that one page passes to the next outside of the address. */
export type LinkState = {
  /** E-mail that fills the field of the login or of the recovery. */
  readonly login?: string
  /**
   * Something was opened over the page: the scroll position stays, and back closes what was opened.
   */
  readonly over?: true
}

/** How the address was reached: a new history entry, a replaced entry, or back and forward. */
export type Arrival = 'push' | 'replace' | 'traverse'

/** An open address with its entry in the table of pages. */
export type PageLocation = {
  /** Path and query. */
  readonly href: string
  readonly path: string
  readonly query: QueryParams
  readonly state: LinkState
  /** Its position in this tab's history; the first page of the product has 0. */
  readonly at: number
  readonly arrival: Arrival
  readonly line: RouteLine | null
  readonly params: Readonly<Record<string, string>>
}

export type FoundRoute = Pick<PageLocation, 'line' | 'params'>
type Pattern = { readonly line: RouteLine; readonly whole: RegExp; readonly parameters: number }

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const patternOf = (line: RouteLine): Pattern => {
  const literal = line.path.replace(/\/$/, '').replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return {
    line,
    whole: new RegExp(`^${literal}/?$`, 'i'),
    parameters: line.path.split(':').length - 1,
  }
}

/**
 * Finds the entry of a path in a table. An entry with exactly this path is preferred to one with parameters,
 * in any order.
 */
export const finderOf = (lines: readonly RouteLine[]): ((path: string) => FoundRoute) => {
  const patterns = lines.map(patternOf).toSorted((a, b) => a.parameters - b.parameters)
  return (path) => {
    for (const { line, whole } of patterns) {
      const match = whole.exec(path)
      if (!match) continue
      const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decoded(value)])
      return { line, params: Object.fromEntries(params) as Record<string, string> }
    }
    return { line: null, params: {} }
  }
}

/** All values of the query stay text: `?ref=012345` is not a number. */
export const queryParamsOf = (search: string): QueryParams => Object.fromEntries(new URLSearchParams(search))

/** A path with its query; absent and empty values are left out. */
export const hrefOf = (to: string, query: QueryParams = {}): string => {
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (present.length === 0) return to
  return `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams(present as [string, string][]).toString()}`
}
