import type { RouteLine } from './route-line.ts'

export type QueryParams = Readonly<Record<string, string | undefined>>

/** What one page hands to the next out of sight of the address. */
export type LinkState = {
  /** E-mail for the login's or the recovery's field. */
  readonly login?: string
  /** Something opened over the page: the page stays where it is, and back closes it. */
  readonly over?: true
}

/** How the browser came here: a new page, the same entry of the history with another address, or back and forth. */
export type Arrival = 'push' | 'replace' | 'move'

/** One address that is open, and what the table says about it. */
export type PageLocation = {
  /** Path and query. */
  readonly href: string
  readonly path: string
  readonly query: QueryParams
  readonly state: LinkState
  /** Its place in this tab's history, counted from where the product was opened. */
  readonly at: number
  readonly arrival: Arrival
  readonly line: RouteLine | null
  readonly params: Readonly<Record<string, string>>
}

export type Found = Pick<PageLocation, 'line' | 'params'>
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
 * Finds a path's line in a table. A line of that very path goes before one with parameters, wherever it
 * stands.
 */
export const finderOf = (lines: readonly RouteLine[]): ((path: string) => Found) => {
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

/** Every value of the query stays the text that stands in the address: `?ref=012345` is no number. */
export const queryParamsOf = (search: string): QueryParams => Object.fromEntries(new URLSearchParams(search))

/** A path with its query; absent and empty values are left out. */
export const hrefOf = (to: string, query: QueryParams = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return to
  return `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams(given as [string, string][]).toString()}`
}
