import type { Queries } from '../kernel/queries.ts'
import { archiveCovers, removedArchives } from './archive-checks.ts'
import type { AuditArchive } from './archive-record.ts'
import {
  auditBlockBytes,
  auditBlockHash,
  type AuditFinding,
  type CheckTools,
  type SignedAuditBlock,
} from './chain-block.ts'
import {
  firstUnchained,
  readAuditBlock,
  readAuditBlocks,
  readLastAuditBlock,
  readLeavesNow,
  readLeavesOf,
} from './chain.sql.ts'

/** Rows of a page; a statement takes a part of a second. */
const rowsOfPage = 20_000
const blocksOfPage = 10

/** What the fields of a block say, without its rows. */
const faultsOf = (
  block: SignedAuditBlock,
  last: SignedAuditBlock | null,
  { isSigned }: CheckTools,
): string[] => {
  const faults: string[] = []
  if (block.height !== (last?.height ?? 0n) + 1n) faults.push('does not follow the block before it')
  if (!block.previous.equals(last?.hash ?? Buffer.alloc(0))) faults.push('names another block before it')
  if (!auditBlockHash(block).equals(block.hash)) faults.push('has another hash than its fields')
  if (isSigned && !isSigned(auditBlockBytes(block), block.signature))
    faults.push(`is not signed by this key (it names ${block.keyId})`)
  return faults
}

const checkRowsOf = async (
  sql: Queries,
  block: SignedAuditBlock,
  of: { last: SignedAuditBlock | null; archives: readonly AuditArchive[] } & CheckTools,
): Promise<AuditFinding[]> => {
  const stored = await readLeavesOf(sql, block.height)
  const now = new Map(
    (
      await readLeavesNow(
        sql,
        stored.map(({ id }) => id),
      )
    ).map(({ id, leaf }) => [id, leaf]),
  )
  const findings: AuditFinding[] = []
  const add = (check: 'row' | 'block', subject: string, detail: string) =>
    findings.push({ check, subject, detail })
  for (const { id, leaf } of stored) {
    const present = now.get(id)
    if (!present && !of.archives.some((archive) => archiveCovers(archive, id)))
      add('row', id, `is gone; block ${block.height} signed it`)
    else if (present && !present.equals(leaf))
      add('row', id, `it or one of its changes is not as block ${block.height} signed it`)
  }
  const height = String(block.height)
  if (stored.length !== block.entries)
    add('block', height, `covers ${block.entries} rows, found ${stored.length} leaves`)
  else if (!of.rootOf(stored.map(({ leaf }) => leaf)).equals(block.root))
    add('block', height, 'has another root than its leaves')
  const ids = [stored.at(-1)?.id ?? '', of.last?.lastId ?? '']
  if (block.lastId !== ids.toSorted().at(-1)) add('block', height, 'names another last row')
  return findings
}

/** Checks the blocks above a height with all their rows, a page at a time. `next` is null after the last block. */
export const checkAuditBlocks = async (
  sql: Queries,
  { above, ...tools }: { above: bigint } & CheckTools,
): Promise<{ findings: AuditFinding[]; next: bigint | null }> => {
  let last = above === 0n ? null : await readAuditBlock(sql, above)
  const blocks = await readAuditBlocks(sql, { above, limit: blocksOfPage })
  const archives = await removedArchives(sql, tools)
  const findings: AuditFinding[] = []
  for (const block of blocks) {
    const faults = faultsOf(block, last, tools)
    findings.push(
      ...faults.map((detail) => ({ check: 'block' as const, subject: String(block.height), detail })),
    )
    findings.push(...(await checkRowsOf(sql, block, { last, archives, ...tools })))
    last = block
  }
  return { findings, next: blocks.at(-1)?.height ?? null }
}

const rowsAfter = `
  select a.id, l.audit_id is not null as chained
  from (select id from audit where $1::uuid is null or id > $1 order by id limit ${rowsOfPage}) a
  left join audit_leaf l on l.audit_id = a.id order by a.id`
const strayChanges = `
  select distinct c.audit_id as id from audit_change c
  where ($1::uuid is null or c.audit_id > $1) and ($2::uuid is null or c.audit_id <= $2)
    and not exists (select from audit a where a.id = c.audit_id)`
const strayLeaves = 'select audit_id as id from audit_leaf where height > $1 limit 1000'

/**
 * Finds rows that no block covers, though the signer would have found them, and changes without a row, a page at a time.
 * `waiting`: rows that the signer has still to chain.
 */
export const checkAuditRows = async (
  sql: Queries,
  { from, realNow }: { from: string | null; realNow: Date },
): Promise<{ findings: AuditFinding[]; waiting: number; rows: number; next: string | null }> => {
  const first = await firstUnchained(sql, realNow)
  const rows = await sql.rows<{ id: string; chained: boolean }>(rowsAfter, [from])
  const next = rows.length === rowsOfPage ? (rows.at(-1)?.id ?? null) : null
  const unchained = rows.filter(({ chained }) => !chained)
  const added = unchained.filter(({ id }) => first !== null && id < first)
  const detail = 'no block covers it: it was added later than its time'
  const findings: AuditFinding[] = added.map(({ id }) => ({ check: 'row', subject: id, detail }))
  for (const { id } of await sql.rows<{ id: string }>(strayChanges, [from, next]))
    findings.push({ check: 'row', subject: id, detail: 'has changes, and does not exist' })
  return { findings, waiting: unchained.length - added.length, rows: rows.length, next }
}

/** Leaves of blocks that do not exist. */
export const checkStrayLeaves = async (sql: Queries): Promise<AuditFinding[]> => {
  const last = await readLastAuditBlock(sql)
  const rows = await sql.rows<{ id: string }>(strayLeaves, [last?.height ?? 0n])
  return rows.map(({ id }) => ({
    check: 'row',
    subject: id,
    detail: 'has a leaf of a block that does not exist',
  }))
}
