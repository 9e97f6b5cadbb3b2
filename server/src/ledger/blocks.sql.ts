import type { Queries } from '../kernel/queries.ts'
import type { SignedBlock } from './block.ts'

const blocksOf = (sql: Queries, stream: string) =>
  sql.selectFrom('block').selectAll().where('stream', '=', stream)

/** Every block of a stream, oldest first. */
export const readBlocks = (sql: Queries, stream: string): Promise<SignedBlock[]> =>
  blocksOf(sql, stream).orderBy('height').execute()

export const readLastBlock = async (sql: Queries, stream: string): Promise<SignedBlock | null> =>
  (await blocksOf(sql, stream).orderBy('height', 'desc').limit(1).executeTakeFirst()) ?? null

/** The block that covers a transaction, or null while it has none. */
export const readBlockOf = async (sql: Queries, stream: string, tx: bigint): Promise<SignedBlock | null> => {
  const block = await blocksOf(sql, stream).where('toTx', '>', tx).orderBy('toTx').limit(1).executeTakeFirst()
  return block && block.fromTx <= tx ? block : null
}

/** The oldest transaction that may still be running: all before it are committed or rolled back. */
export const readHorizon = async (sql: Queries): Promise<bigint> =>
  (await sql.one<{ tx: bigint }>('select pg_snapshot_xmin(pg_current_snapshot())::text::int8 as tx')).tx

// These functions belong to another role, because the app's role may not write blocks.
const append = 'select append_block($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as first'
const forget = 'select forget_batches($1)'

/** Appends a block. False: another process has appended one of this height. */
export const appendBlock = async (sql: Queries, block: SignedBlock): Promise<boolean> => {
  const { stream, height, fromTx, toTx, leaves, root, previous, hash, signedAt, keyId, signature } = block
  const range = [stream, height, fromTx, toTx, leaves]
  const values = [...range, root, previous, hash, signedAt, keyId, signature]
  return (await sql.one<{ first: boolean }>(append, values)).first
}

/** Deletes the batches with smaller ids. */
export const forgetBatches = async (sql: Queries, before: string): Promise<void> => {
  await sql.run(forget, [before])
}
