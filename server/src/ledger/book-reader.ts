import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { faultOf } from './book-fields.ts'
import {
  bookFormat,
  BookRefused,
  bookTables,
  countLine,
  lineSpecs,
  type BookHeader,
  type BookRow,
  type BookTrailer,
  type Counts,
  type LineSpec,
} from './book-format.ts'

/** A line of a book; the largest journals have a few hundred legs. */
const mostBytes = 1 << 26

/** Lines with their end, in order. The last one may be without it. */
async function* splitLines(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let size = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const line = chunk.subarray(start, end + 1)
      yield rest.length === 0 ? line : Buffer.concat([...rest, line])
      rest = []
      size = 0
      start = end + 1
    }
    rest.push(chunk.subarray(start))
    size += chunk.length - start
    if (size > mostBytes) break
  }
  if (size > 0) yield Buffer.concat(rest)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const parse = (line: Buffer): Readonly<Record<string, unknown>> | null => {
  if (line.at(-1) !== 10) return null
  try {
    const value = JSON.parse(decoder.decode(line)) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** What is wrong with the counts of the first or last line. */
const countFault = (stated: unknown, found: Counts): string | null => {
  const counts = (typeof stated === 'object' && stated !== null ? stated : {}) as Record<string, unknown>
  const name = Object.keys(bookTables).find((each) => counts[each] !== (found[each] ?? 0))
  return name === undefined
    ? null
    : `says ${String(counts[name])} ${name}, and the file has ${found[name] ?? 0}`
}

const newestFault = (stated: unknown, found: BookRow | null): string | null => {
  const { height, hash } = (stated ?? {}) as BookRow
  return height === found?.['height'] && hash === found?.['hash']
    ? null
    : 'names another newest block than the file has'
}

const headerFault = (line: Readonly<Record<string, unknown>>): string | null => {
  const { line: name, format, version } = line as Partial<Record<keyof BookHeader, unknown>>
  if (name !== 'book' || format !== bookFormat.format) return 'is not the first line of an exported book'
  if (version === bookFormat.version) return null
  return `has version ${String(version)} of the format, and this version of Cardamom reads version ${bookFormat.version}`
}

const rowFault = ({ table, parts }: LineSpec, row: BookRow): string | null => {
  const lists = Object.entries(parts)
  const own = faultOf(table, row, ['line', ...lists.map(([name]) => name)])
  if (own) return own
  for (const [name, part] of lists) {
    const rows = row[name]
    if (!Array.isArray(rows)) return `has no list \`${name}\``
    for (const each of rows as unknown[]) {
      const fault = faultOf(part, each, [])
      if (fault) return `${fault}, among its ${name}`
    }
  }
  return null
}

export type BookLine = { readonly number: number; readonly spec: LineSpec; readonly row: BookRow }

/**
 * Every line between the first and the last, in order. Throws BookRefused with the number of the line for a
 * file that is incomplete or was changed: its hash is compared at the end.
 */
export async function* readBook(file: string): AsyncGenerator<BookLine> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  let number = 0
  let section = 0
  let header: BookHeader | null = null
  let isEnded = false
  let newest: BookRow | null = null
  const refuse: (fault: string) => never = (fault) => {
    throw new BookRefused(`${file}, line ${number}: it ${fault}. Nothing was imported.`)
  }
  for await (const bytes of splitLines(file)) {
    number += 1
    if (isEnded) refuse('follows the last line of the book')
    const line = parse(bytes) ?? refuse('is incomplete or no JSON')
    if (header === null) {
      const fault = headerFault(line)
      if (fault) refuse(fault)
      header = line as unknown as BookHeader
    } else if (line['line'] === 'end') {
      const { sha256, counts: stated } = line as unknown as BookTrailer
      if (sha256 !== hash.copy().digest('hex'))
        refuse('has another SHA-256 than the lines before it: the file was changed')
      const fault = countFault(stated, counts)
      if (fault) refuse(fault)
      isEnded = true
    } else {
      const at = lineSpecs.findIndex(({ line: name }) => name === line['line'])
      const spec = lineSpecs[at] ?? refuse('is no line of this format')
      if (at < section) refuse(`is a line \`${spec.line}\` after lines \`${lineSpecs[section]?.line}\``)
      section = at
      const fault = rowFault(spec, line)
      if (fault) refuse(fault)
      countLine(counts, spec, line)
      if (spec.line === 'block') newest = line
      yield { number, spec, row: line }
    }
    hash.update(bytes)
  }
  number = Math.max(number, 1)
  if (header === null) return refuse('is not the first line of an exported book')
  if (!isEnded) return refuse('is not the last line of a book: the end of the file is missing')
  number = 1
  const fault = countFault(header.counts, counts) ?? newestFault(header.newestBlock, newest)
  if (fault) refuse(fault)
}
