import type { Queries } from '../kernel/queries.ts'
import { blockBytes } from './block.ts'
import { readBlockOf } from './blocks.sql.ts'
import { findEntry, readEntryLeaves, readParts, type Part } from './entry-parts.sql.ts'
import { inclusionPath } from './merkle.ts'

/** Whose parts a proof shows. Without a field: all parts, for the operator. */
export type Reader = { readonly ownerId?: string; readonly companyId?: string }

/**
 * Proves that a journal or an account change is in a signed block (money §9). It shows the reader's own parts
 * and of the others only hashes, which nobody can guess. It contains all data that a check needs.
 */
export type InclusionProof = {
  readonly format: 'cardamom proof 2'
  readonly number: string
  /** First lines of the entry's text; the lines of `parts` follow. */
  readonly head: string
  /** Hashes of all parts of the entry, hex, in ascending order. */
  readonly parts: readonly string[]
  readonly opened: readonly { readonly text: string; readonly salt: string }[]
  /** Position in the block's tree, its size, and the hashes from the leaf to the root. */
  readonly index: number
  readonly size: number
  readonly path: readonly string[]
  /** The signed text of the block. */
  readonly block: string
  readonly signature: string
  readonly publicKey: string
}

const hex = (bytes: Buffer): string => bytes.toString('hex')

const isOf = (part: Part, { ownerId, companyId }: Reader): boolean =>
  (ownerId === undefined || part.ownerId === ownerId) &&
  (companyId === undefined || part.companyId === companyId)

/** Makes the proof of a journal or an account change; null when no block covers it, or no part is the reader's. */
export const proveEntry = async (
  sql: Queries,
  { id, reader, publicKey }: { id: string; reader: Reader; publicKey: string },
): Promise<InclusionProof | null> => {
  const entry = await findEntry(sql, id)
  const block = entry && (await readBlockOf(sql, entry.number))
  const shown = entry && (await readParts(sql, entry))
  if (!block || !shown) return null
  const opened = shown.parts.filter((part) => isOf(part, reader))
  if (opened.length === 0) return null
  const leaves = await readEntryLeaves(sql, block)
  const index = Number(entry.number - block.firstNumber)
  return {
    format: 'cardamom proof 2',
    number: String(entry.number),
    head: shown.head,
    parts: shown.parts.map((part) => hex(part.hash)),
    opened: opened.map(({ text, salt }) => ({ text, salt: hex(salt) })),
    index,
    size: leaves.length,
    path: inclusionPath(leaves, index).map(hex),
    block: blockBytes(block).toString(),
    signature: hex(block.signature),
    publicKey,
  }
}
