import type { Queries } from '../kernel/queries.ts'
import { blockBytes, blockHash, type SignedBlock } from './block.ts'
import { bookChecks } from './checks.sql.ts'
import { createMerkleTree } from './merkle.ts'
import { isSignedBy } from './signing-key.ts'
import { readBlocks } from './blocks.sql.ts'
import { readJournalLeaves } from './signed-journals.sql.ts'

/** A violation: its rule, its object and the details. Amounts are stored cents or units. */
export type Finding = { readonly check: string; readonly subject: string; readonly detail: string }

/** The checks of the book, in running order. */
export const checkNames: readonly string[] = Object.keys(bookChecks)

/** Runs one check. Throws for an unknown name. */
export const runCheck = async (sql: Queries, check: string): Promise<Finding[]> => {
  const text = bookChecks[check]
  if (!text) throw new Error(`There is no check ${check}`)
  const rows = await sql.rows<{ subject: string; detail: string }>(text)
  return rows.map(({ subject, detail }) => ({ check, subject, detail }))
}

/**
 * Recomputes the whole book from its postings (domain §13.1, 2, 4, 7, 8, 11). A finding means tampering or a
 * bug.
 */
export const checkBook = async (sql: Queries): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const check of checkNames) findings.push(...(await runCheck(sql, check)))
  return findings
}

const checkBlock = async (
  sql: Queries,
  block: SignedBlock,
  last: SignedBlock | undefined,
  publicKey: string | null,
): Promise<string[]> => {
  const faults: string[] = []
  if (block.height !== (last?.height ?? 0n) + 1n || block.fromTx !== (last?.toTx ?? 0n)) {
    faults.push('does not follow the block before it')
  }
  if (!block.previous.equals(last?.hash ?? Buffer.alloc(0))) faults.push('names another block before it')
  if (!blockHash(block).equals(block.hash)) faults.push('has another hash than its fields')
  if (publicKey && !isSignedBy(publicKey, blockBytes(block), block.signature)) {
    faults.push(`is not signed by this key (it names ${block.keyId})`)
  }
  const tree = createMerkleTree()
  for await (const page of readJournalLeaves(sql, { fromTx: block.fromTx, toTx: block.toTx })) {
    for (const { text } of page) tree.add(Buffer.from(text))
  }
  if (BigInt(tree.size()) !== block.leaves)
    faults.push(`holds ${block.leaves} journals, found ${tree.size()}`)
  else if (!tree.root().equals(block.root)) faults.push('has another root than its journals')
  return faults
}

/** Recomputes every block from the journals. It checks signatures only when it has the public key. */
export const checkBlocks = async (sql: Queries, publicKey: string | null): Promise<Finding[]> => {
  const findings: Finding[] = []
  let last: SignedBlock | undefined
  for (const block of await readBlocks(sql, 'journal')) {
    const faults = await checkBlock(sql, block, last, publicKey)
    findings.push(...faults.map((detail) => ({ check: 'block', subject: String(block.height), detail })))
    last = block
  }
  return findings
}
