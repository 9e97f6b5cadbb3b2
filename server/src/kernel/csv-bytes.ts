import { csvCell } from '@cardamom/contract/csv-cell'

/** Space for the first lines of a piece; more is made when needed. */
const firstBytes = 65_536
const [zero, minus, point] = [0x30, 0x2d, 0x2e]

/** Bytes with which a text may begin without being a formula: a letter or digit of ASCII, or a letter of Latin (`À` to `ɿ`). */
const isTextStart = new Uint8Array(256)
for (const [from, to] of [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xc3, 0xc9],
] as const)
  isTextStart.fill(1, from, to + 1)
/** Bytes that end a cell somewhere, so that a formula may follow them, and those that need quotes. */
const endsCell = new Uint8Array(256)
for (const character of '",;|\t\r\n') endsCell[character.charCodeAt(0)] = 1

/** Lines of a file as bytes. */
export class CsvBytes {
  #bytes = Buffer.allocUnsafeSlow(firstBytes)
  #at = 0

  #reserve(more: number): void {
    if (this.#at + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + more))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }

  /** Bytes that are a cell already, or between cells. */
  write(part: Uint8Array): void {
    this.#reserve(part.length)
    const bytes = this.#bytes
    let at = this.#at
    for (let from = 0; from < part.length; from += 1) bytes[at++] = part[from]!
    this.#at = at
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#at++] = value
  }

  /** A text as a cell: copied while it has nothing that `csvCell` would change, else by `csvCell`. */
  text(source: Buffer, start: number, end: number): void {
    this.#reserve(end - start)
    const bytes = this.#bytes
    let at = this.#at
    let isSafe = start === end || isTextStart[source[start]!] === 1
    for (let from = start; isSafe && from < end; from += 1) {
      const value = source[from]!
      bytes[at++] = value
      isSafe = endsCell[value] === 0
    }
    if (isSafe) this.#at = at
    else this.write(Buffer.from(csvCell(source.toString('utf8', start, end))))
  }

  /** Cents as dollars with two decimals, as `formatCents` writes them. */
  cents(source: Buffer, start: number, end: number): void {
    this.#reserve(end - start + 4)
    let from = start
    if (source[from] === minus) {
      this.byte(minus)
      from += 1
    }
    const whole = end - 2
    if (whole <= from) this.byte(zero)
    for (; from < whole; from += 1) this.byte(source[from]!)
    this.byte(point)
    this.byte(from < end - 1 ? source[end - 2]! : zero)
    this.byte(source[end - 1]!)
  }

  /** The bytes that were written, until the next ones are, which use the same memory. */
  flush(): Buffer {
    const lines = this.#bytes.subarray(0, this.#at)
    this.#at = 0
    return lines
  }

  /** An instant in UTC as PostgreSQL writes it, as ISO 8601 with milliseconds. */
  instant(source: Buffer, start: number, end: number): void {
    this.#reserve(24)
    for (let from = 0; from < 19; from += 1) this.byte(from === 10 ? 0x54 : source[start + from]!)
    this.byte(point)
    for (let from = start + 20; from < start + 23; from += 1) this.byte(from < end ? source[from]! : zero)
    this.byte(0x5a)
  }
}
