import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { Queries } from '../kernel/queries.ts'
import type { AuditArchive, Bounds } from './archive-record.ts'
import type { AuditFinding } from './chain-block.ts'
import type { Leaf } from './chain.sql.ts'

/**
 * The file of an archived partition: a line of JSON for each row with its changes, in the order of their ids. The leaf of
 * a row is the hash of its line, so the file can be compared with the signed blocks without the rows.
 */

type Read = <T>(use: (sql: Queries) => Promise<T>) => Promise<T>

const pageSize = 5000
/** A longer line is no row of the audit. */
const mostLineBytes = 4_000_000

const signedRowsAfter = `
  select a.id, l.leaf from audit a left join audit_leaf l on l.audit_id = a.id
  where ($1::uuid is null or a.id > $1) and ($2::uuid is null or a.id >= $2) and a.id < $3
  order by a.id limit ${pageSize}`
const linesOf = 'select id, line from audit_lines($1) order by id'
const leavesAfter = `
  select audit_id as id, leaf from audit_leaf
  where ($1::uuid is null or audit_id > $1) and ($2::uuid is null or audit_id >= $2) and audit_id < $3
  order by audit_id limit ${pageSize}`

const leafOf = (line: Uint8Array): Buffer => hash('sha256', Buffer.concat([Buffer.of(0), line]), 'buffer')

type Row = { readonly id: string; readonly line: Buffer }

/** The next rows with their lines. Throws a sentence if a row is not as it was signed. */
const readPage = async (
  sql: Queries,
  { after, fromId, toId }: Bounds & { after: string | null },
): Promise<Row[]> => {
  const rows = await sql.rows<{ id: string; leaf: Buffer | null }>(signedRowsAfter, [after, fromId, toId])
  const ids = rows.map(({ id }) => id)
  const found = await sql.rows<{ id: string; line: string }>(linesOf, [ids])
  const lines = new Map(found.map(({ id, line }) => [id, Buffer.from(line)]))
  return rows.map(({ id, leaf }) => {
    const line = lines.get(id)
    if (!leaf || !line || !leafOf(line).equals(leaf))
      throw new Error(`The row ${id} is not as a block signed it: run \`npm run audit -- verify\`.`)
    return { id, line }
  })
}

/** Writes the rows of a partition, each of which has to be as it was signed. */
export const writeArchiveFile = async (
  read: Read,
  { handle, bounds }: { handle: FileHandle; bounds: Bounds },
): Promise<{ entries: bigint; fileHash: Buffer }> => {
  const whole = createHash('sha256')
  let entries = 0n
  for (let after: string | null = null; ;) {
    const at: string | null = after
    const rows: Row[] = await read((sql) => readPage(sql, { after: at, ...bounds }))
    if (rows.length === 0) break
    const bytes = Buffer.concat(rows.flatMap(({ line }) => [line, Buffer.from('\n')]))
    await handle.appendFile(bytes)
    whole.update(bytes)
    entries += BigInt(rows.length)
    after = rows.at(-1)?.id ?? null
  }
  await handle.sync()
  return { entries, fileHash: whole.digest() }
}

/** Lines end with a line feed alone: JSON may have other separators in its texts. */
async function* fileLines(path: string, onBytes: (bytes: Buffer) => void): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    onBytes(chunk)
    let bytes = Buffer.concat([rest, chunk])
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      yield bytes.subarray(0, end)
      bytes = bytes.subarray(end + 1)
    }
    rest = bytes
    if (rest.length > mostLineBytes) break
  }
  if (rest.length > 0) yield rest
}

/** Findings of one file that are reported. */
const mostFindings = 100

/** Compares each line of a file with the leaf that a block signed, and the file with its record. */
export const checkArchiveFile = async (
  read: Read,
  { archive, path }: { archive: AuditArchive; path: string },
): Promise<AuditFinding[]> => {
  const { fromId, toId, partition, file } = archive
  const details: string[] = []
  const whole = createHash('sha256')
  let page: Leaf[] = []
  let after: string | null = null
  let number = 0n
  for await (const line of fileLines(path, (bytes) => whole.update(bytes))) {
    if (page.length === 0) {
      const at: string | null = after
      page = (await read((sql) => sql.rows<Leaf>(leavesAfter, [at, fromId, toId]))).toReversed()
    }
    const signed = page.pop()
    number += 1n
    after = signed?.id ?? after
    if (details.length >= mostFindings) continue
    if (!signed) details.push(`line ${number} of ${file} is no signed row`)
    else if (!leafOf(line).equals(signed.leaf))
      details.push(`line ${number} of ${file} is not row ${signed.id}`)
  }
  if (number < archive.entries) details.push(`${file} has ${number} lines instead of ${archive.entries}`)
  if (!whole.digest().equals(archive.fileHash)) details.push(`${file} is not the file of its record`)
  return details.map((detail) => ({ check: 'archive', subject: partition, detail }))
}
