import type { Queries } from '../kernel/queries.ts'
import { listDetailedJournals } from './reports.ts'

const mostListed = 100

/** A fact `name=value`; the value may contain `=`. Null: the argument is none. */
const factOf = (argument: string): [name: string, value: string] | null => {
  const end = argument.indexOf('=')
  return end < 1 || argument.startsWith('--') ? null : [argument.slice(0, end), argument.slice(end + 1)]
}

type Search = {
  readonly actor?: string
  readonly reason?: string
  readonly metadata?: Record<string, string>
}

/** What the arguments search for: each option once, then facts. Null: they are none of these. */
const searchOf = (args: readonly string[]): Search | null => {
  const options: { actor?: string; reason?: string } = {}
  let at = 0
  for (; args[at] === '--actor' || args[at] === '--reason'; at += 2) {
    const name = args[at] === '--actor' ? 'actor' : 'reason'
    const value = args[at + 1]
    if (!value || options[name] !== undefined) return null
    options[name] = value
  }
  const named = args.slice(at)
  const facts = named.map(factOf).filter((fact) => fact !== null)
  if (args.length === 0 || facts.length < named.length) return null
  return facts.length === 0 ? options : { ...options, metadata: Object.fromEntries(facts) }
}

/**
 * Lines about the newest journals that a person or job decided on (`--actor <id>`), whose reason contains a text
 * (`--reason <text>`), or with facts (`name=value`). Null: the arguments are none of these.
 */
export const describeJournals = async (sql: Queries, args: readonly string[]): Promise<string[] | null> => {
  const search = searchOf(args)
  if (!search) return null
  const found = await listDetailedJournals(sql, { ...search, limit: mostListed + 1 })
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
