import type { Queries } from '../kernel/queries.ts'
import { listDetailedJournals } from './reports.ts'

const mostListed = 100

/** A fact `name=value`; the value may contain `=`. Null: the argument is none. */
const factOf = (argument: string): [name: string, value: string] | null => {
  const end = argument.indexOf('=')
  return end < 1 || argument.startsWith('--') ? null : [argument.slice(0, end), argument.slice(end + 1)]
}

/**
 * Lines about the newest journals that a person or job decided on (`--actor <id>` first), or with facts
 * (`name=value`). Null: the arguments are none of these.
 */
export const describeJournals = async (sql: Queries, args: readonly string[]): Promise<string[] | null> => {
  const isByActor = args[0] === '--actor' && args[1] !== undefined
  const named = isByActor ? args.slice(2) : args
  const facts = named.map(factOf).filter((fact) => fact !== null)
  if (args.length === 0 || facts.length < named.length) return null
  const found = await listDetailedJournals(sql, {
    ...(isByActor ? { actor: args[1]! } : {}),
    ...(facts.length === 0 ? {} : { metadata: Object.fromEntries(facts) }),
    limit: mostListed + 1,
  })
  const lines = found
    .slice(0, mostListed)
    .map(
      ({ id, kind, key, effectiveAt, actor, reason, metadata }) =>
        `${id}  ${effectiveAt.toISOString()}  ${kind}  ${key}  ${JSON.stringify([actor, reason, metadata])}`,
    )
  if (found.length === 0) return ['There is no such journal.']
  if (found.length > mostListed) lines.push(`There are more than ${mostListed}; these are the newest.`)
  return lines
}
