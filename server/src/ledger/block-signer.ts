import { after, type Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { Queries } from '../kernel/queries.ts'
import { blockHash, blockBytes, type Block, type SignedBlock } from './block.ts'
import { appendBlock, forgetBatches, readHorizon, readLastBlock } from './blocks.sql.ts'
import { createMerkleTree } from './merkle.ts'
import type { SigningKey } from './signing-key.ts'
import { readJournalLeaves, type JournalLeaf } from './signed-journals.sql.ts'

/** Rows that blocks cover. Each row carries the number of the transaction that wrote it. */
export type SigningStream = {
  readonly name: string
  /** Rows of the transactions in [fromTx, toTx) in a fixed order, first by the transaction. */
  readonly leaves: (
    sql: Queries,
    range: { fromTx: bigint; toTx: bigint },
  ) => AsyncIterable<readonly JournalLeaf[]>
}

export const journalStream: SigningStream = { name: 'journal', leaves: readJournalLeaves }

const batchRetentionMs = 24 * 3_600_000
/** A block ends after the transaction that exceeds this number of rows, so that proofs stay quick to make. */
const usualLeaves = 100_000

const nextBlock = async (
  sql: Queries,
  { stream, signedAt, key }: { stream: SigningStream; signedAt: Date; key: SigningKey },
): Promise<Block | null> => {
  const last = await readLastBlock(sql, stream.name)
  const limit = await readHorizon(sql)
  const fromTx = last?.toTx ?? 0n
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
    signedAt,
    keyId: key.id,
  }
}

export type BlockSigner = {
  /** Signs committed rows that no block covers yet, and returns the new blocks. */
  readonly signNow: () => Promise<SignedBlock[]>
}

/**
 * Makes signed blocks of committed rows (money §1). Changing history later would require a forged signature,
 * and the database never holds the key. `publish` stores each block outside the database.
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
    const isFirst = await db.write(wholeInstallation, (sql) => appendBlock(sql, signed))
    return isFirst ? signed : null
  }
  return {
    signNow: async () => {
      const blocks: SignedBlock[] = []
      for (const stream of deps.streams ?? [journalStream]) {
        for (;;) {
          const signedAt = clock.now()
          const block = await db.read(wholeInstallation, (sql) => nextBlock(sql, { stream, signedAt, key }))
          const signed = block && (await store(block))
          if (!signed) break
          blocks.push(signed)
          await deps.publish?.(signed)
        }
      }
      const before = firstIdAt(after(clock.realNow(), -batchRetentionMs))
      await db.write(wholeInstallation, (sql) => forgetBatches(sql, before))
      return blocks
    },
  }
}
