import { createReadStream, existsSync } from 'node:fs'
import { appendFile, open, rename, truncate } from 'node:fs/promises'
import { hash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { blockBytes, type SignedBlock } from './block.ts'

/**
 * The exported chain: a file outside of the database with one line of JSON for each block (money §9). It
 * shows a chain whose last blocks were removed.
 */

/** Name of the file in the data folder, and the name that a file of the first format gets. */
export const blockFileName = 'ledger-blocks.jsonl'
export const formerFileName = 'ledger-blocks-format-1.jsonl'

/** A line of the file; its fields are read from the signed text. */
export type ExportedBlock = {
  readonly text: string
  readonly signature: string
  readonly height: bigint
  readonly hash: Buffer
}

const lineOf = (block: SignedBlock): string =>
  `${JSON.stringify({ block: blockBytes(block).toString(), signature: block.signature.toString('hex') })}\n`

const heightLine = 1

/** Reads one line; null when it is not a block of this format. */
export const parseLine = (line: string): ExportedBlock | null => {
  try {
    const { block: text, signature } = JSON.parse(line) as Record<string, unknown>
    if (typeof text !== 'string' || typeof signature !== 'string') return null
    const height = text.split('\n')[heightLine] ?? ''
    if (!text.startsWith('cardamom block 2\n') || !/^\d{1,18}$/.test(height)) return null
    return { text, signature, height: BigInt(height), hash: hash('sha256', text, 'buffer') }
  } catch {
    return null
  }
}

/** Every line of the file, in order. */
export async function* readLines(file: string): AsyncGenerator<ExportedBlock | null> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
  for await (const line of lines) yield parseLine(line)
}

const tailBytes = 16_384

/** The last whole line and where it ends; a crash may have left a part of another one behind it. */
const readTail = async (file: string): Promise<{ line: string; end: number; size: number }> => {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const start = Math.max(0, size - tailBytes)
    const { buffer, bytesRead } = await handle.read({ position: start, buffer: Buffer.alloc(size - start) })
    const text = buffer.subarray(0, bytesRead)
    const end = text.lastIndexOf(10) + 1
    const line = text.subarray(0, end).toString().trimEnd().split('\n').at(-1) ?? ''
    return { line, end: start + end, size }
  } finally {
    await handle.close()
  }
}

/** Renames a file of the first format, once: its blocks were removed from the ledger. */
const setFormerAside = async (file: string): Promise<void> => {
  if (!existsSync(file)) return
  const { line } = await readTail(file)
  if (line.startsWith('{"block":"cardamom block 1\\n'))
    await rename(file, file.replace(blockFileName, formerFileName))
}

/** Where the file ends: its last block, or null when it has none. Removes an incomplete last line. */
const readEnd = async (file: string): Promise<ExportedBlock | null | 'unreadable'> => {
  await setFormerAside(file)
  if (!existsSync(file)) return null
  const { line, end, size } = await readTail(file)
  if (end < size) await truncate(file, end)
  return line === '' ? null : (parseLine(line) ?? 'unreadable')
}

/**
 * Appends the blocks that the file does not have yet. False, and the file is not changed: its last block is
 * not a block of this ledger.
 */
export const exportBlocks = async (
  file: string,
  ledger: {
    readonly blockAt: (height: bigint) => Promise<SignedBlock | null>
    readonly blocksAbove: (height: bigint) => Promise<SignedBlock[]>
  },
): Promise<boolean> => {
  const last = await readEnd(file)
  if (last === 'unreadable') return false
  if (last && !(await ledger.blockAt(last.height))?.hash.equals(last.hash)) return false
  for (let above = last?.height ?? 0n; ;) {
    const blocks = await ledger.blocksAbove(above)
    if (blocks.length === 0) return true
    await appendFile(file, blocks.map(lineOf).join(''))
    above = blocks.at(-1)?.height ?? above
  }
}
