import { after, type Clock } from '../kernel/clock.ts'
import { allTenants, type Database } from '../kernel/database.ts'
import type { Queries } from '../kernel/queries.ts'
import { blockHash, blockBytes, type Block, type SignedBlock } from './block.ts'
import { createMerkleTree } from './merkle.ts'
import type { SigningKey } from './signing-key.ts'
import { readJournalLeaves, type JournalLeaf } from './signed-journals.sql.ts'

/** Something whose rows are sealed: they carry the number of the transaction that wrote them. */
export type SigningStream = {
  readonly name: string
  /** Rows of the transactions in [fromTx, toTx) in a fixed order that begins with the transaction. */
  readonly leaves: (
    sql: Queries,
    range: { fromTx: bigint; toTx: bigint },
  ) => AsyncIterable<readonly JournalLeaf[]>
}

export const journalStream: SigningStream = { name: 'journal', leaves: readJournalLeaves }

type BlockRow = {
  stream: string
  height: bigint
  from_tx: bigint
  to_tx: bigint
  leaves: bigint
  root: Buffer
  previous: Buffer
  hash: Buffer
  sealed_at: Date
  key_id: string
  signature: Buffer
}

const columns = 'stream, height, from_tx, to_tx, leaves, root, previous, hash, sealed_at, key_id, signature'
const lastBlock = `select ${columns} from block where stream = $1 order by height desc limit 1`
const allBlocks = `select ${columns} from block where stream = $1 order by height`
const blockOfTx = `select ${columns} from block where stream = $1 and to_tx > $2 order by to_tx limit 1`
const horizon = 'select pg_snapshot_xmin(pg_current_snapshot())::text::int8 as tx'
const append = `select append_block($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as first`
const forget = 'select forget_batches($1)'
const batchesKeptMs = 24 * 3_600_000
/** A block ends after the transaction that passes this, so that a proof stays quick to make. */
const usualLeaves = 100_000

const blockOf = (row: BlockRow): SignedBlock => ({
  stream: row.stream,
  height: row.height,
  fromTx: row.from_tx,
  toTx: row.to_tx,
  leaves: row.leaves,
  root: row.root,
  previous: row.previous,
  sealedAt: row.sealed_at,
  keyId: row.key_id,
  hash: row.hash,
  signature: row.signature,
})

/** Every block of a stream, oldest first. */
export const readBlocks = async (sql: Queries, stream: string): Promise<SignedBlock[]> =>
  (await sql.rows<BlockRow>(allBlocks, [stream])).map(blockOf)

/** The block that covers a transaction, or null while it waits to be sealed. */
export const readBlockOf = async (sql: Queries, stream: string, tx: bigint): Promise<SignedBlock | null> => {
  const row = await sql.maybe<BlockRow>(blockOfTx, [stream, tx])
  return row && row.from_tx <= tx ? blockOf(row) : null
}

/** Smallest uuid of an instant: ids are ordered by the time they were made. */
const idAt = (instant: Date): string => {
  const hex = instant.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const nextBlock = async (
  sql: Queries,
  { stream, sealedAt, key }: { stream: SigningStream; sealedAt: Date; key: SigningKey },
): Promise<Block | null> => {
  const last = await sql.maybe<BlockRow>(lastBlock, [stream.name])
  const { tx: limit } = await sql.one<{ tx: bigint }>(horizon)
  const fromTx = last?.to_tx ?? 0n
  if (limit <= fromTx) return null
  const tree = createMerkleTree()
  let toTx = limit
  let lastTx = fromTx
  collecting: for await (const page of stream.leaves(sql, { fromTx, toTx: limit })) {
    for (const leaf of page) {
      if (tree.size() >= usualLeaves && leaf.tx !== lastTx) {
        toTx = leaf.tx
        break collecting
      }
      tree.add(Buffer.from(leaf.text))
      lastTx = leaf.tx
    }
  }
  if (tree.size() === 0) return null
  return {
    stream: stream.name,
    height: (last?.height ?? 0n) + 1n,
    fromTx,
    toTx,
    leaves: BigInt(tree.size()),
    root: tree.root(),
    previous: last?.hash ?? Buffer.alloc(0),
    sealedAt,
    keyId: key.id,
  }
}

export type BlockSigner = {
  /** Seals what is committed and not sealed yet, block by block; gives the new blocks. */
  readonly signNow: () => Promise<SignedBlock[]>
}

/**
 * Makes signed blocks of what is committed (money §1): whoever changes history later must forge a signature whose key
 * the database has never seen. `publish` takes each block out of the house.
 */
export const createBlockSigner = (deps: {
  db: Database
  clock: Clock
  key: SigningKey
  streams?: readonly SigningStream[]
  publish?: (block: SignedBlock) => Promise<void>
}): BlockSigner => {
  const { db, clock, key } = deps
  const store = async (block: Block): Promise<SignedBlock | null> => {
    const signed = { ...block, hash: blockHash(block), signature: key.sign(blockBytes(block)) }
    const { stream, height, fromTx, toTx, leaves, root, previous, sealedAt, keyId, signature } = signed
    const { first } = await db.write(allTenants, (sql) =>
      sql.one<{ first: boolean }>(append, [
        stream,
        height,
        fromTx,
        toTx,
        leaves,
        root,
        previous,
        signed.hash,
        sealedAt,
        keyId,
        signature,
      ]),
    )
    return first ? signed : null
  }
  return {
    signNow: async () => {
      const sealed: SignedBlock[] = []
      for (const stream of deps.streams ?? [journalStream]) {
        for (;;) {
          const sealedAt = clock.now()
          const block = await db.read(allTenants, (sql) => nextBlock(sql, { stream, sealedAt, key }))
          const signed = block && (await store(block))
          if (!signed) break
          sealed.push(signed)
          await deps.publish?.(signed)
        }
      }
      await db.write(allTenants, (sql) => sql.run(forget, [idAt(after(clock.realNow(), -batchesKeptMs))]))
      return sealed
    },
  }
}
