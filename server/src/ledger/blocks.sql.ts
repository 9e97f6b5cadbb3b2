import type { Queries } from '../kernel/queries.ts'
import type { SignedBlock } from './block.ts'
import type { Entry, QueuedEntry } from './entries.sql.ts'

/** Blocks above a height, lowest first. */
export const readBlocks = (
  sql: Queries,
  { above, limit }: { above: bigint; limit: number },
): Promise<SignedBlock[]> =>
  sql.selectFrom('block').selectAll().where('height', '>', above).orderBy('height').limit(limit).execute()

export const readBlock = async (sql: Queries, height: bigint): Promise<SignedBlock | null> =>
  (await sql.selectFrom('block').selectAll().where('height', '=', height).executeTakeFirst()) ?? null

export const readLastBlock = async (sql: Queries): Promise<SignedBlock | null> =>
  (await sql.selectFrom('block').selectAll().orderBy('height', 'desc').limit(1).executeTakeFirst()) ?? null

/** The block that covers an entry. */
export const readBlockOf = async (sql: Queries, number: bigint): Promise<SignedBlock | null> => {
  const blocks = sql.selectFrom('block').selectAll().where('lastNumber', '>=', number)
  const block = await blocks.orderBy('lastNumber').limit(1).executeTakeFirst()
  return block && block.firstNumber <= number ? block : null
}

/** When the first block was signed with a key; null: none is. */
export const readFirstSigning = async (sql: Queries, keyId: string): Promise<Date | null> => {
  const blocks = sql.selectFrom('block').select('signedAt').where('keyId', '=', keyId)
  return (await blocks.orderBy('height').limit(1).executeTakeFirst())?.signedAt ?? null
}

// Only the signer's role may call these functions.
const append =
  'select append_block($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::"char"[], $11, $12, $13) as first'
const forget = 'select forget_batches($1)'
const summarize = 'select summarize_postings()'

/**
 * Appends a block with its entries and removes them from the queue. False: another process has appended one
 * of this height, and nothing was changed.
 */
export const appendBlock = async (
  sql: Queries,
  block: SignedBlock,
  entries: readonly (QueuedEntry & Entry)[],
): Promise<boolean> => {
  const { height, firstNumber, root, previous, hash, signedAt, keyId, signature } = block
  const values = [
    height,
    firstNumber,
    root,
    previous,
    hash,
    signedAt,
    keyId,
    signature,
    `{${entries.map(({ row }) => `"${row}"`).join()}}`,
    `{${entries.map(({ kind }) => kind).join()}}`,
    entries.map(({ id }) => id),
    Buffer.concat(entries.map(({ salt }) => salt)),
    Buffer.concat(entries.map(({ leaf }) => leaf)),
  ]
  return (await sql.one<{ first: boolean }>(append, values)).first
}

/** Brings the index of postings by journal up to date, so that a search reads few of them. */
export const summarizePostings = async (sql: Queries): Promise<void> => {
  await sql.run(summarize)
}

/** Deletes the batches with smaller ids. */
export const forgetBatches = async (sql: Queries, before: string): Promise<void> => {
  await sql.run(forget, [before])
}
