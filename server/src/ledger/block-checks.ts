import type { Queries } from '../kernel/queries.ts'
import { blockBytes, blockHash, maxEntries, type SignedBlock } from './block.ts'
import { readBlock, readBlocks } from './blocks.sql.ts'
import type { Finding } from './checks.ts'
import { checkEntries, type EntryFault } from './entries.sql.ts'
import { rootOf } from './merkle.ts'
import { isSignedBy } from './signing-key.ts'

/** Limits of one page of blocks: memory does not grow with the book. */
const pageBlocks = 500
const pageEntries = 4n * BigInt(maxEntries)
const leafBytes = 32

const entriesOf = ({ firstNumber, lastNumber }: SignedBlock): bigint => lastNumber - firstNumber + 1n

/** What a block's own fields say. */
const faultsOf = (block: SignedBlock, last: SignedBlock | null, publicKey: string | null): string[] => {
  const faults: string[] = []
  const isNext = block.height === (last?.height ?? 0n) + 1n
  if (!isNext || block.firstNumber !== (last?.lastNumber ?? 0n) + 1n)
    faults.push('does not follow the block before it')
  if (!block.previous.equals(last?.hash ?? Buffer.alloc(0))) faults.push('names another block before it')
  if (!blockHash(block).equals(block.hash)) faults.push('has another hash than its fields')
  if (publicKey && !isSignedBy(publicKey, blockBytes(block), block.signature))
    faults.push(`is not signed by this key (it names ${block.keyId})`)
  const entries = entriesOf(block)
  if (entries < 1n || entries > maxEntries) faults.push(`covers ${entries} entries`)
  return faults
}

const entryFinding = ({ number, kind, id, differs }: EntryFault): Finding => {
  const what =
    kind === 'j'
      ? 'the journal, its detail, or one of its legs, wallet lines or breaks'
      : 'the facts of an account change'
  const detail = differs
    ? `${what}: not as signed in entry ${number}`
    : `entry ${number} signed ${kind === 'j' ? 'a journal' : 'an account change'} that is gone`
  return { check: 'entry', subject: id, detail }
}

/** The first blocks that follow each other without a gap of numbers, with a page's worth of entries. */
const runOf = (blocks: readonly SignedBlock[]): SignedBlock[] => {
  const run: SignedBlock[] = []
  let entries = 0n
  for (const block of blocks) {
    const count = entriesOf(block)
    const last = run.at(-1)
    const isReadable = count >= 1n && count <= maxEntries
    if (last && (block.firstNumber !== last.lastNumber + 1n || entries + count > pageEntries)) break
    if (last && !isReadable) break
    run.push(block)
    entries += count
    if (!isReadable) break
  }
  return run
}

const checkRun = async (sql: Queries, run: readonly SignedBlock[]): Promise<Finding[]> => {
  const first = run[0]
  const last = run.at(-1)
  if (!first || !last || entriesOf(first) < 1n || entriesOf(first) > maxEntries) return []
  const found = await checkEntries(sql, { firstNumber: first.firstNumber, lastNumber: last.lastNumber })
  const findings = found.faults.map(entryFinding)
  const stored = found.leaves.length / leafBytes
  const isWhole = BigInt(stored) === last.lastNumber - first.firstNumber + 1n
  for (const block of run) {
    // Without all numbers the position of a leaf is unknown: these blocks are read one by one.
    const own = isWhole ? found : await checkEntries(sql, block)
    const start = isWhole ? Number(block.firstNumber - first.firstNumber) : 0
    const count = Number(entriesOf(block))
    const leaves = Array.from({ length: isWhole ? count : own.leaves.length / leafBytes }, (_, index) =>
      own.leaves.subarray(leafBytes * (start + index), leafBytes * (start + index + 1)),
    )
    const detail =
      leaves.length === count
        ? rootOf(leaves).equals(block.root)
          ? null
          : 'has another root than its entries'
        : `covers ${count} entries, found ${leaves.length}`
    if (detail) findings.push({ check: 'block', subject: String(block.height), detail })
  }
  return findings
}

/**
 * Checks one page of blocks above a height: links, signatures, roots and the leaves of all entries, from the
 * rows of the book. `next` is the height to go on from, null after the last block.
 */
export const checkBlockPage = async (
  sql: Queries,
  { above, publicKey }: { above: bigint; publicKey: string | null },
): Promise<{ findings: Finding[]; next: bigint | null }> => {
  let last = above === 0n ? null : await readBlock(sql, above)
  const run = runOf(await readBlocks(sql, { above, limit: pageBlocks }))
  const findings: Finding[] = []
  for (const block of run) {
    const faults = faultsOf(block, last, publicKey)
    findings.push(...faults.map((detail) => ({ check: 'block', subject: String(block.height), detail })))
    last = block
  }
  findings.push(...(await checkRun(sql, run)))
  return { findings, next: run.at(-1)?.height ?? null }
}

/** Recomputes every block from the rows of the book. Signatures are checked only with the public key. */
export const checkBlocks = async (sql: Queries, publicKey: string | null): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (let above: bigint | null = 0n; above !== null;) {
    const page: Awaited<ReturnType<typeof checkBlockPage>> = await checkBlockPage(sql, { above, publicKey })
    findings.push(...page.findings)
    above = page.next
  }
  return findings
}
