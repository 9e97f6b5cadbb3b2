import { csvCell } from '@cardamom/contract/csv-cell'
import { formatCents } from '@cardamom/contract/money'

/** What a cell may hold: text, an amount in cents, a number of things, an instant, or nothing. */
export type CsvValue = string | bigint | number | Date | null

const textOf = (value: CsvValue): string => {
  if (value === null) return ''
  if (typeof value === 'bigint') return formatCents(value)
  return value instanceof Date ? value.toISOString() : String(value)
}

/** Byte order mark: spreadsheets read the file as UTF-8. */
const mark = '\uFEFF'

const csvLine = (values: readonly CsvValue[]): string =>
  `${values.map((value) => csvCell(textOf(value))).join(',')}\r\n`

/** Text of the catalogue in the reader's language, by its full key. */
export type CsvText = (key: string) => string

/** A column of a CSV file. Its header is the text `fields.<name>` of the list. */
export type CsvColumn<Item> = {
  readonly name: string
  readonly cell: (item: Item, text: CsvText) => CsvValue
}

type FileTexts = { readonly texts: string; readonly text: CsvText }
/** The first line of a file. The header of column `name` is the text `fields.<name>` below `texts`. */
export const csvHead = (names: readonly string[], { texts, text }: FileTexts): string =>
  mark + csvLine(names.map((name) => text(`${texts}.fields.${name}`)))

/** Makes a paged file piece by piece. */
export const csvPieces = async function* <Item>(
  pages: AsyncIterable<readonly Item[]>,
  { columns, ...of }: { columns: readonly CsvColumn<Item>[] } & FileTexts,
): AsyncGenerator<string, void> {
  const { text } = of
  yield csvHead(
    columns.map(({ name }) => name),
    of,
  )
  for await (const items of pages)
    yield items.map((item) => csvLine(columns.map(({ cell }) => cell(item, text)))).join('')
}
