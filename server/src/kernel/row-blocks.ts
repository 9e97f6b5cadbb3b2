/** Rows as the server sent them: the bytes of many, and where the message of each begins. */
export type RowBlock = { readonly bytes: Buffer; readonly starts: readonly number[] }

const codeOfRow = 0x44
/** A message has a code, and a length that counts itself and what follows. */
const headBytes = 5

/** Where the values of some blocks are. Its memory is used again for the next ones: new memory outside of the heap costs more. */
export class RowPositions {
  #positions = new Int32Array(0)
  #columns = 0

  get columns(): number {
    return this.#columns
  }

  /** Start and end of each value, row after row, through all blocks; the end of a null is -1. */
  read(blocks: readonly RowBlock[]): Int32Array {
    const first = blocks[0]
    this.#columns = first ? first.bytes.readInt16BE(first.starts[0]! + headBytes) : 0
    const rows = blocks.reduce((sum, { starts }) => sum + starts.length, 0)
    const size = rows * this.#columns * 2
    if (this.#positions.length < size) this.#positions = new Int32Array(size * 2)
    let at = 0
    for (const { bytes, starts } of blocks) for (const start of starts) at = this.#readRow(bytes, start, at)
    return this.#positions
  }

  #readRow(bytes: Buffer, start: number, first: number): number {
    const positions = this.#positions
    let at = first
    let from = start + headBytes + 2
    for (let column = 0; column < this.#columns; column += 1) {
      const length =
        (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!
      from += 4
      positions[at] = from
      positions[at + 1] = length < 0 ? -1 : from + length
      at += 2
      if (length > 0) from += length
    }
    return at
  }
}

/**
 * Divides what a connection receives: rows stay bytes, because the driver would make a text of each value, and all other
 * messages go to the driver, in their order.
 */
export const createRowSplitter = (to: {
  readonly block: (block: RowBlock) => void
  readonly driver: (messages: Buffer) => void
}): ((chunk: Buffer) => void) => {
  let rest: Buffer | null = null
  return (chunk) => {
    const bytes = rest === null ? chunk : Buffer.concat([rest, chunk])
    let starts: number[] = []
    const pass = () => {
      if (starts.length > 0) to.block({ bytes, starts })
      starts = []
    }
    let at = 0
    while (at + headBytes <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1)
      if (end > bytes.length) break
      if (bytes[at] === codeOfRow) starts.push(at)
      else {
        pass()
        to.driver(bytes.subarray(at, end))
      }
      at = end
    }
    pass()
    rest = at === bytes.length ? null : bytes.subarray(at)
  }
}
