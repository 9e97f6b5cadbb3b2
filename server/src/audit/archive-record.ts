import type { Queries } from '../kernel/queries.ts'

/** The record of a partition of the audit whose rows are in a file. The partition may be removed. */
export type AuditArchive = {
  readonly partition: string
  /** The bounds of its ids; null: from the first row on. */
  readonly fromId: string | null
  readonly toId: string
  readonly entries: bigint
  /** Height and hash of the last block that covers a row of it. */
  readonly lastHeight: bigint
  readonly lastHash: Buffer
  /** Name of the file, without its folder. */
  readonly file: string
  readonly fileHash: Buffer
  readonly archivedAt: Date
  readonly keyId: string
}

export type SignedAuditArchive = AuditArchive & { readonly signature: Buffer }

/** The bytes that are signed: one line for each field. */
export const archiveBytes = (archive: AuditArchive): Buffer =>
  Buffer.from(
    [
      'cardamom audit archive 1',
      archive.partition,
      archive.fromId ?? '-',
      archive.toId,
      archive.entries,
      archive.lastHeight,
      archive.lastHash.toString('hex'),
      archive.file,
      archive.fileHash.toString('hex'),
      archive.archivedAt.toISOString(),
      archive.keyId,
    ].join('\n'),
  )

/** All records, oldest rows first. */
export const readAuditArchives = (sql: Queries): Promise<SignedAuditArchive[]> =>
  sql.selectFrom('auditArchive').selectAll().orderBy('toId').execute()

/** Only the owner of the database may. */
export const insertAuditArchive = async (sql: Queries, archive: SignedAuditArchive): Promise<void> => {
  await sql.insertInto('auditArchive').values(archive).execute()
}

const inBounds = (column: string) => `($1::uuid is null or ${column} >= $1) and ${column} < $2`

export type Bounds = Pick<AuditArchive, 'fromId' | 'toId'>

/** The leaves of the rows of a partition, and the last block that has one of them. */
export const readLeafFigures = (
  sql: Queries,
  { fromId, toId }: Bounds,
): Promise<{ entries: bigint; lastHeight: bigint | null }> =>
  sql.one(
    `select count(*) as entries, max(height) as "lastHeight" from audit_leaf where ${inBounds('audit_id')}`,
    [fromId, toId],
  )

/** Whether a signed row of a partition is in the table. */
export const hasSignedRow = async (sql: Queries, { fromId, toId }: Bounds): Promise<boolean> => {
  const query = `select exists (select from audit a join audit_leaf l on l.audit_id = a.id
    where ${inBounds('a.id')} and ${inBounds('l.audit_id')}) as present`
  return (await sql.one<{ present: boolean }>(query, [fromId, toId])).present
}
