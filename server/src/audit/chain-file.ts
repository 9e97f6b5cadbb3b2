import { createReadStream, existsSync } from 'node:fs'
import { appendFile, open, truncate } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Queries } from '../kernel/queries.ts'
import { auditBlockBytes, type AuditFinding, type SignedAuditBlock } from './chain-block.ts'
import { readAuditBlock, readAuditBlocks } from './chain.sql.ts'

/**
 * The exported chain: a file outside of the database with one line of JSON for each block. It shows a chain whose last
 * blocks were removed with their rows.
 */

/** Name of the file in the data folder. */
export const auditFileName = 'audit-blocks.jsonl'

/** A line has a few hundred bytes. */
const mostLineBytes = 16_384
const pageSize = 500

const lineOf = (block: SignedAuditBlock): string =>
  JSON.stringify({ block: auditBlockBytes(block).toString(), signature: block.signature.toString('hex') })

/** Height of the block in a line; null: it is none. */
const heightOf = (line: string): bigint | null => {
  const height = /^\{"block":"cardamom audit block 1\\n(\d{1,18})\\n/.exec(line)?.[1]
  return height === undefined ? null : BigInt(height)
}

/** The last whole line; an incomplete one behind it is removed. */
const lastLine = async (file: string): Promise<string | null> => {
  if (!existsSync(file)) return null
  const handle = await open(file, 'r')
  const { size } = await handle.stat()
  const start = Math.max(0, size - mostLineBytes)
  const { buffer, bytesRead } = await handle.read({ position: start, buffer: Buffer.alloc(size - start) })
  await handle.close()
  const text = buffer.subarray(0, bytesRead)
  const end = text.lastIndexOf(10) + 1
  if (start + end < size) await truncate(file, start + end)
  return end === 0
    ? null
    : (text
        .subarray(0, end - 1)
        .toString()
        .split('\n')
        .at(-1) ?? null)
}

/** Appends the blocks that the file does not have yet. False: its last line is no block of this chain. */
export const exportAuditBlocks = async (
  file: string,
  read: <T>(use: (sql: Queries) => Promise<T>) => Promise<T>,
): Promise<boolean> => {
  const line = await lastLine(file)
  const height = line === null ? 0n : heightOf(line)
  if (height === null) return false
  const stored = line === null ? null : await read((sql) => readAuditBlock(sql, height))
  if (line !== null && (!stored || lineOf(stored) !== line)) return false
  for (let above = height; ;) {
    const blocks = await read((sql) => readAuditBlocks(sql, { above, limit: pageSize }))
    if (blocks.length === 0) return true
    await appendFile(file, blocks.map((block) => `${lineOf(block)}\n`).join(''))
    above = blocks.at(-1)?.height ?? above
  }
}

/** Findings that are reported. */
const mostFindings = 1000

/** Compares each line of the file with the block of its height. */
export const compareAuditFile = async (sql: Queries, file: string): Promise<AuditFinding[]> => {
  const findings: AuditFinding[] = []
  const add = (subject: string, detail: string) => findings.push({ check: 'file', subject, detail })
  let height = 0n
  let page = new Map<bigint, SignedAuditBlock>()
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    height += 1n
    if (findings.length >= mostFindings) break
    if (!page.has(height)) {
      const blocks = await readAuditBlocks(sql, { above: height - 1n, limit: pageSize })
      page = new Map(blocks.map((block) => [block.height, block]))
    }
    const block = page.get(height)
    if (heightOf(line) !== height) add(`line ${height}`, 'is not the block of this line')
    else if (!block) add(`block ${height}`, 'is in the exported file and no longer in the audit')
    else if (lineOf(block) !== line) add(`block ${height}`, 'is another block in the exported file')
  }
  return findings
}
