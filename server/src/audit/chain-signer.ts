import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { auditBlockBytes, auditBlockHash, type ChainTools } from './chain-block.ts'
import { appendAuditBlock, readLastAuditBlock, readUnchained } from './chain.sql.ts'

export type AuditSigner = {
  /** Signs all rows that have no leaf yet, and returns the number of new blocks. */
  readonly signNow: (ledgerBlock: string | null) => Promise<number>
}

/**
 * Chains the rows of the audit after their commit. When two processes sign at once, one block of each height is stored;
 * the other process reads the rows again.
 */
export const createAuditSigner = (
  deps: { db: Database; signerDb: Database; clock: Clock } & ChainTools,
): AuditSigner => {
  const { db, signerDb, clock, key, rootOf } = deps
  const signOne = async (ledgerBlock: string | null): Promise<'none' | 'stored' | 'late'> => {
    const next = await db.read(wholeInstallation, async (sql) => {
      // The block is read before the rows: if another process signs between them, this block is refused.
      const last = await readLastAuditBlock(sql)
      return { last, leaves: await readUnchained(sql, clock.realNow()) }
    })
    const { last, leaves } = next
    if (leaves.length === 0) return 'none'
    const block = {
      height: (last?.height ?? 0n) + 1n,
      entries: leaves.length,
      root: rootOf(leaves.map(({ leaf }) => leaf)),
      previous: last?.hash ?? Buffer.alloc(0),
      ledgerBlock,
      signedAt: clock.realNow(),
      keyId: key.id,
    }
    const signed = { ...block, hash: auditBlockHash(block), signature: key.sign(auditBlockBytes(block)) }
    const isFirst = await signerDb.write(wholeInstallation, (sql) => appendAuditBlock(sql, signed, leaves))
    return isFirst ? 'stored' : 'late'
  }
  return {
    signNow: async (ledgerBlock) => {
      for (let stored = 0; ;) {
        const outcome = await signOne(ledgerBlock)
        if (outcome === 'none') return stored
        if (outcome === 'stored') stored += 1
      }
    },
  }
}
