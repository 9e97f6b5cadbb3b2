import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { Queries } from '../kernel/queries.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { writeArchiveFile } from './archive-file.ts'
import {
  archiveBytes,
  insertAuditArchive,
  readAuditArchives,
  readLeafFigures,
  type Bounds,
  type SignedAuditArchive,
} from './archive-record.ts'
import type { ChainTools } from './chain-block.ts'
import { readAuditBlock } from './chain.sql.ts'

/** A partition of the audit is archived when the signer no longer looks at its rows. */
const restMs = 24 * 3_600_000

const partitionBounds = `
  select substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \\(''([0-9a-f-]{36})''\\)') as "fromId",
    partition_end(c.oid) as "toId"
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'audit'::regclass and c.relname = $1`

type ArchiveDeps = {
  /** As the owner of the schema, who may record an archive. */
  readonly db: Database
  readonly key: ChainTools['key']
  readonly realNow: Date
}

const findBounds = async (sql: Queries, partition: string): Promise<Bounds | null> => {
  const found = await sql.maybe<{ fromId: string | null; toId: string | null }>(partitionBounds, [partition])
  return found?.toId ? { fromId: found.fromId, toId: found.toId } : null
}

/** The bounds of a partition that may be archived. Throws a sentence why not. */
const boundsToArchive = async (
  sql: Queries,
  { partition, realNow }: { partition: string; realNow: Date },
): Promise<Bounds> => {
  const bounds = await findBounds(sql, partition)
  if (!bounds) throw new Error(`The audit has no month ${partition}.`)
  if (bounds.toId > firstIdAt(after(realNow, -restMs)))
    throw new Error(`The month ${partition} has to be over for a day.`)
  const known = (await readAuditArchives(sql)).find((archive) => archive.partition === partition)
  if (known) throw new Error(`${partition} is archived already, in ${known.file}.`)
  return bounds
}

/** The last block of the rows in the file, which has to have all signed rows. Throws a sentence if it has not. */
const lastBlockOf = async (sql: Queries, { entries, ...bounds }: Bounds & { entries: bigint }) => {
  const leaves = await readLeafFigures(sql, bounds)
  const last = leaves.lastHeight === null ? null : await readAuditBlock(sql, leaves.lastHeight)
  if (!last) throw new Error('No block has a row of it.')
  if (leaves.entries !== entries)
    throw new Error(
      `It has ${entries} rows, and ${leaves.entries} were signed: run \`npm run audit -- verify\`.`,
    )
  return { lastHeight: last.height, lastHash: last.hash }
}

/** Writes the file of a partition, and the signed record with which its rows may be removed. */
export const archivePartition = async (
  { db, key, realNow }: ArchiveDeps,
  { partition, folder }: { partition: string; folder: string },
): Promise<SignedAuditArchive> => {
  const read = <T>(use: (sql: Queries) => Promise<T>) => db.read(wholeInstallation, use)
  const bounds = await read((sql) => boundsToArchive(sql, { partition, realNow }))
  const file = `${partition}.jsonl`
  const path = join(folder, file)
  const handle = await open(path, 'wx', 0o600)
  try {
    const { entries, fileHash } = await writeArchiveFile(read, { handle, bounds })
    const last = await read((sql) => lastBlockOf(sql, { ...bounds, entries }))
    const about = { file, fileHash, archivedAt: realNow, keyId: key.id }
    const record = { partition, ...bounds, entries, ...last, ...about }
    const signed = { ...record, signature: key.sign(archiveBytes(record)) }
    await db.write(wholeInstallation, (sql) => insertAuditArchive(sql, signed))
    return signed
  } catch (error) {
    await rm(path)
    throw error
  } finally {
    await handle.close()
  }
}
