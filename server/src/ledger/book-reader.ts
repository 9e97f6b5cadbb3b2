import { createHash } from 'node:crypto'
import { BookRefused, countLine, lineSpecs, type BookRow, type LineSpec } from './book-format.ts'
import { countFault, headerFault, newestFault, readLine, rowFault, trailerFault } from './book-line-faults.ts'
import { splitLines } from './file-lines.ts'

/** A line of a book; the largest journals have a few hundred legs. */
const mostBytes = 1 << 26

export type BookLine = { readonly number: number; readonly spec: LineSpec; readonly row: BookRow }

/**
 * Every line between the first and the last, in order. Throws BookRefused with the number of the line for a file that is
 * incomplete, was changed, or is not as an export writes it: its hash is compared at the end.
 */
export async function* readBook(file: string): AsyncGenerator<BookLine> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  let number = 0
  let section = 0
  let before: BookRow | null = null
  let header: BookRow | null = null
  let isEnded = false
  let newest: BookRow | null = null
  const refuse: (fault: string) => never = (fault) => {
    throw new BookRefused(`${file}, line ${number}: it ${fault}. Nothing was imported.`)
  }
  const refuseIf = (fault: string | null) => fault !== null && refuse(fault)
  for await (const bytes of splitLines(file, mostBytes)) {
    number += 1
    if (isEnded) refuse('follows the last line of the book')
    if (bytes === null) return refuse(`is longer than ${mostBytes >> 20} MiB`)
    const { row, text } = readLine(bytes) ?? refuse('is incomplete or no JSON')
    if (header === null) {
      refuseIf(headerFault(row, text))
      header = row
    } else if (row['line'] === 'end') {
      refuseIf(trailerFault(row, text, { counts, sha256: hash.copy().digest('hex') }))
      isEnded = true
    } else {
      const at = lineSpecs.findIndex(({ line }) => line === row['line'])
      const spec = lineSpecs[at] ?? refuse('is no line of this format')
      if (at < section) refuse(`is a line \`${spec.line}\` after lines \`${lineSpecs[section]?.line}\``)
      refuseIf(rowFault(spec, { row, text, before: at === section ? before : null }))
      section = at
      before = row
      countLine(counts, spec, row)
      if (spec.line === 'block') newest = row
      yield { number, spec, row }
    }
    hash.update(bytes)
  }
  number = Math.max(number, 1)
  if (header === null) return refuse('is not the first line of an exported book')
  if (!isEnded) return refuse('is not the last line of a book: the end of the file is missing')
  number = 1
  refuseIf(countFault(header['counts'], counts) ?? newestFault(header['newestBlock'], newest))
}
