import type { Queries } from '../kernel/queries.ts'
import { maxEntries } from './block.ts'

/** j: a journal with its parts; a: an account's facts from a change on. */
export type EntryKind = 'j' | 'a'

/** An entry of the queue; `row` is its position in the table of the queue. */
export type QueuedEntry = { readonly row: string; readonly kind: EntryKind; readonly id: string }

/** What blocks sign (money §9): an object, a salt and the hash of the object under this salt. */
export type Entry = {
  readonly kind: EntryKind
  readonly id: string
  readonly salt: Buffer
  readonly leaf: Buffer
}

const queued = `select queue_row::text as row, kind::text as kind, id from queued_entries(${maxEntries}) order by id`
const leavesOf: Readonly<Record<EntryKind, string>> = {
  j: 'select id, leaf from journal_leaves($1, $2)',
  a: 'select id, leaf from account_leaves($1, $2)',
}

/** The next entries of the queue in the order of their ids, at most one block of them. */
export const readQueue = async (sql: Queries): Promise<QueuedEntry[]> => {
  const rows = await sql.rows<QueuedEntry>(queued)
  return [...new Map(rows.map((entry) => [`${entry.kind}${entry.id}`, entry])).values()]
}

/**
 * Hashes what these entries name, each under its salt. An entry whose object does not exist is left out. The
 * entries are in the order of their ids.
 */
export const readLeaves = async <T extends Omit<Entry, 'leaf'>>(
  sql: Queries,
  entries: readonly T[],
): Promise<(T & Entry)[]> => {
  const leaves = new Map<string, Buffer>()
  for (const kind of ['j', 'a'] as const) {
    const these = entries.filter((entry) => entry.kind === kind)
    if (these.length === 0) continue
    const values = [these.map(({ id }) => id), Buffer.concat(these.map(({ salt }) => salt))]
    for (const { id, leaf } of await sql.rows<{ id: string; leaf: Buffer }>(leavesOf[kind], values))
      leaves.set(`${kind}${id}`, leaf)
  }
  return entries.flatMap((entry) => {
    const leaf = leaves.get(`${entry.kind}${entry.id}`)
    return leaf ? [{ ...entry, leaf }] : []
  })
}

/** A signed entry that no longer matches its object. */
export type EntryFault = {
  readonly number: string
  readonly kind: EntryKind
  readonly id: string
  /** False: there is no such object. */
  readonly differs: boolean
}

/** Recomputes the leaves of a range of entries. `leaves` are the stored ones, 32 bytes each. */
export const checkEntries = async (
  sql: Queries,
  range: { firstNumber: bigint; lastNumber: bigint },
): Promise<{ leaves: Buffer; faults: EntryFault[] }> => {
  const found = await sql.one<{ leaves: Buffer | null; faults: EntryFault[] | null }>(
    'select leaves, faults from check_entries($1, $2)',
    [range.firstNumber, range.lastNumber],
  )
  return { leaves: found.leaves ?? Buffer.alloc(0), faults: found.faults ?? [] }
}
