import { after } from '../kernel/clock.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { plannedEachTime, type Queries } from '../kernel/queries.ts'
import { mostRows, type AuditBlock, type SignedAuditBlock } from './chain-block.ts'

/**
 * A row is committed soon after its id was made: the longest transaction of a job takes 20 minutes. The signer looks
 * no further back, so a row that is added to an older time never gets a leaf, and the check finds it.
 */
const mostLateMs = 30 * 60_000
/** The gauges count no more. */
const mostCounted = 100_000

export type Leaf = { readonly id: string; readonly leaf: Buffer }

/** When an id was made. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))

export const readLastAuditBlock = async (sql: Queries): Promise<SignedAuditBlock | null> =>
  (await sql.selectFrom('auditBlock').selectAll().orderBy('height', 'desc').limit(1).executeTakeFirst()) ??
  null

export const readAuditBlock = async (sql: Queries, height: bigint): Promise<SignedAuditBlock | null> =>
  (await sql.selectFrom('auditBlock').selectAll().where('height', '=', height).executeTakeFirst()) ?? null

/** Blocks above a height, lowest first. */
export const readAuditBlocks = (
  sql: Queries,
  { above, limit }: { above: bigint; limit: number },
): Promise<SignedAuditBlock[]> =>
  sql
    .selectFrom('auditBlock')
    .selectAll()
    .where('height', '>', above)
    .orderBy('height')
    .limit(limit)
    .execute()

/** The first id that may have no leaf yet; null: any. */
export const firstUnchained = async (sql: Queries, realNow: Date): Promise<string | null> => {
  const last = await readLastAuditBlock(sql)
  if (!last) return null
  const newest = Math.min(timeOfId(last.lastId).getTime(), realNow.getTime())
  return firstIdAt(after(new Date(newest), -mostLateMs))
}

const withoutLeaf = `from audit a where ($1::uuid is null or a.id >= $1)
  and not exists (select from audit_leaf l where l.audit_id = a.id and ($1::uuid is null or l.audit_id >= $1))`

/** The next rows that have no leaf, in the order of their ids, with the leaves that they get. */
export const readUnchained = async (sql: Queries, realNow: Date): Promise<Leaf[]> => {
  const from = await firstUnchained(sql, realNow)
  const rows = await sql.rows<{ id: string }>(
    `select a.id ${withoutLeaf} order by a.id limit ${mostRows} ${plannedEachTime}`,
    [from],
  )
  return rows.length === 0
    ? []
    : readLeavesNow(
        sql,
        rows.map(({ id }) => id),
      )
}

/** The leaves of rows as they are now; a row that is gone is left out. @param ids in ascending order */
export const readLeavesNow = (sql: Queries, ids: readonly string[]): Promise<Leaf[]> =>
  sql.rows<Leaf>('select id, leaf from audit_leaves($1) order by id', [ids])

/** The stored leaves of a block. */
export const readLeavesOf = (sql: Queries, height: bigint): Promise<Leaf[]> =>
  sql
    .selectFrom('auditLeaf')
    .select(['auditId as id', 'leaf'])
    .where('height', '=', height)
    .orderBy('auditId')
    .execute()

/** Appends a block. False: another process has appended one of this height. Only the signer's role may. */
export const appendAuditBlock = async (
  sql: Queries,
  block: AuditBlock & { readonly hash: Buffer; readonly signature: Buffer },
  leaves: readonly Leaf[],
): Promise<boolean> => {
  const { height, root, previous, ledgerBlock, hash, signedAt, keyId, signature } = block
  const ids = leaves.map(({ id }) => id)
  const bytes = Buffer.concat(leaves.map(({ leaf }) => leaf))
  const values = [height, root, previous, ledgerBlock, hash, signedAt, keyId, signature, ids, bytes]
  const append = 'select append_audit_block($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as first'
  return (await sql.one<{ first: boolean }>(append, values)).first
}

/** The block that covers a row; null: none yet. The chain is not a tenant's, so it is read by its owner's function. */
export const readBlockOfRow = async (
  sql: Queries,
  id: string,
): Promise<{ height: number; signedAt: Date } | null> => {
  const found = await sql.maybe<{ height: bigint; signedAt: Date }>(
    'select height, signed_at as "signedAt" from audit_block_of($1)',
    [id],
  )
  return found && { height: Number(found.height), signedAt: found.signedAt }
}

export type UnchainedFigures = { readonly count: number; readonly oldestAt: Date | null }

/** The rows that have no leaf yet. */
export const readUnchainedFigures = async (sql: Queries, realNow: Date): Promise<UnchainedFigures> => {
  const from = await firstUnchained(sql, realNow)
  const rows = await sql.rows<{ id: string }>(
    `select a.id ${withoutLeaf} order by a.id limit ${mostCounted} ${plannedEachTime}`,
    [from],
  )
  const [oldest] = rows
  return { count: rows.length, oldestAt: oldest ? timeOfId(oldest.id) : null }
}
