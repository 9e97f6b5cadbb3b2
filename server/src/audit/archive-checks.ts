import type { Queries } from '../kernel/queries.ts'
import {
  archiveBytes,
  hasSignedRow,
  readAuditArchives,
  readLeafFigures,
  type AuditArchive,
  type SignedAuditArchive,
} from './archive-record.ts'
import type { AuditFinding, CheckTools } from './chain-block.ts'
import { readAuditBlock } from './chain.sql.ts'

type Tools = Pick<CheckTools, 'isSigned'>

export const archiveCovers = ({ fromId, toId }: AuditArchive, id: string): boolean =>
  (fromId === null || id >= fromId) && id < toId

const isRecordSigned = (archive: SignedAuditArchive, { isSigned }: Tools): boolean =>
  !isSigned || isSigned(archiveBytes(archive), archive.signature)

/**
 * The archives whose partition was removed as a whole. While one of its signed rows is in the table, a missing row is
 * a finding.
 */
export const removedArchives = async (sql: Queries, tools: Tools): Promise<SignedAuditArchive[]> => {
  const removed: SignedAuditArchive[] = []
  for (const archive of await readAuditArchives(sql))
    if (isRecordSigned(archive, tools) && !(await hasSignedRow(sql, archive))) removed.push(archive)
  return removed
}

const faultsOf = async (sql: Queries, archive: SignedAuditArchive, tools: Tools): Promise<string[]> => {
  const faults: string[] = []
  if (!isRecordSigned(archive, tools))
    faults.push(`its record is not signed by this key (it names ${archive.keyId})`)
  const { entries, lastHeight } = await readLeafFigures(sql, archive)
  if (entries !== archive.entries)
    faults.push(`its record covers ${archive.entries} rows, found ${entries} leaves`)
  const last = await readAuditBlock(sql, archive.lastHeight)
  if (lastHeight !== archive.lastHeight || !last?.hash.equals(archive.lastHash))
    faults.push('its record names another last block')
  return faults
}

/** Compares the records of archives with the chain, whose leaves stay. */
export const checkAuditArchives = async (sql: Queries, tools: Tools): Promise<AuditFinding[]> => {
  const findings: AuditFinding[] = []
  for (const archive of await readAuditArchives(sql))
    for (const detail of await faultsOf(sql, archive, tools))
      findings.push({ check: 'archive', subject: archive.partition, detail })
  return findings
}
