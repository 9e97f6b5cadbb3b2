import type { Queries } from '../kernel/queries.ts'
import type { EntryKind } from './entries.sql.ts'

/** A part of a signed entry: a leg, a wallet line, a break or the detail of a journal, or the facts of an account change. */
export type Part = {
  readonly ownerId: string | null
  readonly companyId: string | null
  readonly text: string
  readonly salt: Buffer
  readonly hash: Buffer
}

export type StoredEntry = {
  readonly number: bigint
  readonly kind: EntryKind
  readonly id: string
  readonly salt: Buffer
}

const partsOf: Readonly<Record<EntryKind, string>> = {
  j: `select owner_id as "ownerId", company_id as "companyId", text, salt, hash
    from opened_parts($1::uuid, $2::bytea) order by hash`,
  a: `select owner_id as "ownerId", company_id as "companyId", name || ' ' || facts as text,
      part_salt($2::bytea, name) as salt, part_hash($2::bytea, name, facts) as hash
    from account_parts(array[$1::uuid])`,
}
const headOf: Readonly<Record<EntryKind, string>> = {
  j: 'select head from journal_heads(array[$1::uuid])',
  a: 'select head from account_parts(array[$1::uuid])',
}

/** The signed entry of a journal or an account change. */
export const findEntry = (sql: Queries, id: string): Promise<StoredEntry | null> =>
  sql.maybe<StoredEntry>('select number, kind::text as kind, id, salt from signed_entry where id = $1', [id])

/** The first lines of an entry's text and all its parts, in the order of their hashes; null: it is gone. */
export const readParts = async (
  sql: Queries,
  { kind, id, salt }: StoredEntry,
): Promise<{ head: string; parts: Part[] } | null> => {
  const found = await sql.maybe<{ head: string }>(headOf[kind], [id])
  return found && { head: found.head, parts: await sql.rows<Part>(partsOf[kind], [id, salt]) }
}

/** The stored leaves of a block, in order. */
export const readEntryLeaves = async (
  sql: Queries,
  block: { firstNumber: bigint; lastNumber: bigint },
): Promise<Buffer[]> => {
  const entries = sql.selectFrom('signedEntry').select('leaf').orderBy('number')
  const rows = await entries
    .where('number', '>=', block.firstNumber)
    .where('number', '<=', block.lastNumber)
    .execute()
  return rows.map(({ leaf }) => leaf)
}
