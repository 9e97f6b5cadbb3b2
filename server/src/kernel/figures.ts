import type { Clock } from './clock.ts'
import type { Database, Scope } from './database.ts'
import type { Queries } from './queries.ts'

/** Age at which a figure is counted again. */
const freshMs = 60_000
const mostStored = 500

type Figures<Input extends string, T> = (scope: Scope, input: Input) => Promise<T & { readonly asOf: Date }>

/** A scope of all but the hidden companies reads those of the moment, so it shares nothing with a list of the same. */
const keyOf = (scope: Scope): string => {
  if (scope.kind !== 'companies') return JSON.stringify(scope)
  return JSON.stringify({ ...scope, companyIds: scope.companyIds.toSorted() })
}

/**
 * Figures over many rows. Readers of the same companies share them, so they are counted at most once a minute, however
 * many pages are open. A failed count is tried again by the next reader.
 */
export const createFigures = <Input extends string, T extends object>(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  count: (sql: Queries, of: { scope: Scope; input: Input; now: Date }) => Promise<T>,
): Figures<Input, T> => {
  const stored = new Map<string, { readonly atMs: number; readonly figures: ReturnType<Figures<Input, T>> }>()
  return (scope, input) => {
    const key = `${input} ${keyOf(scope)}`
    const atMs = clock.realNow().getTime()
    const known = stored.get(key)
    if (known && atMs - known.atMs < freshMs) return known.figures
    const now = clock.now()
    const figures = db
      .read(scope, (sql) => count(sql, { scope, input, now }))
      .then((counted) => ({ ...counted, asOf: now }))
    stored.delete(key)
    stored.set(key, { atMs, figures })
    figures.catch(() => stored.get(key)?.figures === figures && stored.delete(key))
    const [oldest = key] = stored.keys()
    if (stored.size > mostStored) stored.delete(oldest)
    return figures
  }
}
