import { randomBytes } from 'node:crypto'
import { after, type Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { Queries } from '../kernel/queries.ts'
import { blockHash, blockBytes, type Block, type SignedBlock } from './block.ts'
import { appendBlock, forgetBatches, readLastBlock, summarizePostings } from './blocks.sql.ts'
import { readLeaves, readQueue, type Entry, type QueuedEntry } from './entries.sql.ts'
import { rootOf } from './merkle.ts'
import type { SigningKey } from './signing-key.ts'

const batchRetentionMs = 24 * 3_600_000
const saltBytes = 16

type NextBlock = { readonly block: Block; readonly entries: readonly (QueuedEntry & Entry)[] }

const nextBlock = async (
  sql: Queries,
  { signedAt, key }: { signedAt: Date; key: SigningKey },
): Promise<NextBlock | null> => {
  // The block is read before the queue: if another process signs between them, this block is refused.
  const last = await readLastBlock(sql)
  const queue = await readQueue(sql)
  if (queue.length === 0) return null
  const salts = randomBytes(saltBytes * queue.length)
  const salted = queue.map((entry, index) => ({
    ...entry,
    salt: salts.subarray(saltBytes * index, saltBytes * (index + 1)),
  }))
  const entries = await readLeaves(sql, salted)
  if (entries.length === 0) return null
  const firstNumber = (last?.lastNumber ?? 0n) + 1n
  const block = {
    height: (last?.height ?? 0n) + 1n,
    firstNumber,
    lastNumber: firstNumber + BigInt(entries.length) - 1n,
    root: rootOf(entries.map(({ leaf }) => leaf)),
    previous: last?.hash ?? Buffer.alloc(0),
    signedAt,
    keyId: key.id,
  }
  return { block, entries }
}

export type BlockSigner = {
  /** Signs everything in the queue, and returns the new blocks. */
  readonly signNow: () => Promise<SignedBlock[]>
}

/**
 * Makes signed blocks of the committed journals and account changes (money §9). Changing history later would
 * require a forged signature, and the database never holds the key. When two processes sign at once, one
 * block of each height is stored; the other process reads the queue again.
 */
export const createBlockSigner = (deps: {
  db: Database
  /** The database as the role that appends blocks. */
  signerDb: Database
  clock: Clock
  key: SigningKey
}): BlockSigner => {
  const { db, signerDb, clock, key } = deps
  const store = async ({ block, entries }: NextBlock): Promise<SignedBlock | null> => {
    const signed = { ...block, hash: blockHash(block), signature: key.sign(blockBytes(block)) }
    const isFirst = await signerDb.write(wholeInstallation, (sql) => appendBlock(sql, signed, entries))
    return isFirst ? signed : null
  }
  return {
    signNow: async () => {
      const blocks: SignedBlock[] = []
      await signerDb.write(wholeInstallation, summarizePostings)
      for (;;) {
        const next = await db.read(wholeInstallation, (sql) => nextBlock(sql, { signedAt: clock.now(), key }))
        if (!next) break
        const signed = await store(next)
        if (signed) blocks.push(signed)
      }
      const before = firstIdAt(after(clock.realNow(), -batchRetentionMs))
      await signerDb.write(wholeInstallation, (sql) => forgetBatches(sql, before))
      return blocks
    },
  }
}
