import { existsSync } from 'node:fs'
import { appendFile, open, rename, truncate } from 'node:fs/promises'
import { hash } from 'node:crypto'
import { blockBytes, type SignedBlock } from './block.ts'
import { splitLines } from './file-lines.ts'

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

/** A line has a few hundred bytes. */
export const mostLineBytes = 16_384

const textOf = (block: string, signature: string): string => JSON.stringify({ block, signature })
const lineOf = (block: SignedBlock): string =>
  `${textOf(blockBytes(block).toString(), block.signature.toString('hex'))}\n`

const heightLine = 1

/** Reads one line; null when it is not a block of this format, as an export writes it. */
export const parseLine = (line: string): ExportedBlock | null => {
  try {
    const { block: text, signature } = JSON.parse(line) as Record<string, unknown>
    if (typeof text !== 'string' || typeof signature !== 'string' || textOf(text, signature) !== line)
      return null
    const height = text.split('\n')[heightLine] ?? ''
    if (!text.startsWith('cardamom block 2\n') || !/^\d{1,18}$/.test(height)) return null
    return { text, signature, height: BigInt(height), hash: hash('sha256', text, 'buffer') }
  } catch {
    return null
  }
}

/** Every line of the file, in order. What follows a line that is too long is not read. */
export async function* readLines(file: string): AsyncGenerator<ExportedBlock | 'no block' | 'too long'> {
  for await (const bytes of splitLines(file, mostLineBytes)) {
    if (bytes === null) yield 'too long'
    else yield parseLine(bytes.toString().replace(/\n$/, '')) ?? 'no block'
  }
}

/**
 * The last whole line and where it ends; a crash may have left a part of another one behind it. Null: the file ends with
 * more bytes than a line has.
 */
const readTail = async (file: string): Promise<{ line: string; end: number; size: number } | null> => {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const start = Math.max(0, size - mostLineBytes)
    const { buffer, bytesRead } = await handle.read({ position: start, buffer: Buffer.alloc(size - start) })
    const text = buffer.subarray(0, bytesRead)
    const end = text.lastIndexOf(10) + 1
    if (end === 0 && start > 0) return null
    const line = text.subarray(0, end).toString().replace(/\n$/, '').split('\n').at(-1) ?? ''
    return { line, end: start + end, size }
  } finally {
    await handle.close()
  }
}

/** Renames a file of the first format, once: its blocks were removed from the ledger. */
const setFormerAside = async (file: string): Promise<void> => {
  if (!existsSync(file)) return
  const tail = await readTail(file)
  if (tail?.line.startsWith('{"block":"cardamom block 1\\n'))
    await rename(file, file.replace(blockFileName, formerFileName))
}

/** Where the file ends: its last block, or null when it has none. Removes an incomplete last line. */
const readEnd = async (file: string): Promise<ExportedBlock | null | 'unreadable'> => {
  await setFormerAside(file)
  if (!existsSync(file)) return null
  const tail = await readTail(file)
  if (!tail) return 'unreadable'
  const { line, end, size } = tail
  if (end < size) await truncate(file, end)
  return end === 0 ? null : (parseLine(line) ?? 'unreadable')
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
