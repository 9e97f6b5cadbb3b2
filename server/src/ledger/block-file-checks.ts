import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Queries } from '../kernel/queries.ts'
import { blockBytes, type SignedBlock } from './block.ts'
import { readBlocks, readLastBlock } from './blocks.sql.ts'
import type { Finding } from './checks.ts'
import { mostLineBytes, readLines, type ExportedBlock } from './block-file.ts'

const pageSize = 500
/** Findings that are reported: a file may have more lines than the memory has room for. */
const mostFindings = 1000
/** A block is exported after its commit. */
const exportMs = 2000

/** Reads blocks of rising heights, page by page. */
const createBlockReader = (sql: Queries) => {
  let page = new Map<bigint, SignedBlock>()
  let read = 0n
  return async (height: bigint): Promise<SignedBlock | null> => {
    if (height > read || height <= read - BigInt(pageSize)) {
      const blocks = await readBlocks(sql, { above: height - 1n, limit: pageSize })
      page = new Map(blocks.map((block) => [block.height, block]))
      read = height + BigInt(pageSize) - 1n
    }
    return page.get(height) ?? null
  }
}

const differenceOf = (line: ExportedBlock, block: SignedBlock | null): string | null => {
  if (!block) return 'is in the exported file and no longer in the ledger'
  if (blockBytes(block).toString() !== line.text) return 'is another block in the exported file'
  if (block.signature.toString('hex') !== line.signature) return 'has another signature in the exported file'
  return null
}

const compareOnce = async (
  sql: Queries,
  file: string,
  last: bigint,
): Promise<{ findings: Finding[]; isShort: boolean }> => {
  const blockAt = createBlockReader(sql)
  const findings: Finding[] = []
  const add = (subject: string, detail: string) => findings.push({ check: 'exported_file', subject, detail })
  let height = 0n
  let number = 0
  for await (const line of existsSync(file) ? readLines(file) : []) {
    number += 1
    if (findings.length >= mostFindings) {
      add(`line ${number}`, `follows ${mostFindings} findings; it and what follows was not compared`)
      return { findings, isShort: false }
    }
    if (line === 'too long') {
      add(`line ${number}`, `is longer than ${mostLineBytes} bytes; it and what follows was not compared`)
      return { findings, isShort: false }
    }
    if (line === 'no block') {
      add(`line ${number}`, 'is not a block, or is incomplete')
      continue
    }
    if (line.height !== height + 1n) add(`line ${number}`, `has block ${line.height} after block ${height}`)
    height = line.height
    const detail = differenceOf(line, await blockAt(height))
    if (detail) add(`block ${height}`, detail)
  }
  if (height < last) add('file', `ends at block ${height}, the ledger at block ${last}`)
  return { findings, isShort: height < last }
}

/** Compares the chain in the database with an exported file, block by block. */
export const compareFile = async (sql: Queries, file: string): Promise<Finding[]> => {
  const last = (await readLastBlock(sql))?.height ?? 0n
  const first = await compareOnce(sql, file, last)
  if (!first.isShort) return first.findings
  await pause(exportMs)
  return (await compareOnce(sql, file, last)).findings
}
