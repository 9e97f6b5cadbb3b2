import type { ListEndpoint } from '@cardamom/contract/list'
import type { z } from 'zod'
import type { CsvColumn, CsvText, CsvValue } from './csv.ts'

export type ItemOf<L extends ListEndpoint> = z.output<L['list']['row']>

/** Fields of an item that a cell can show by itself. */
type FieldOf<Item> = {
  [F in keyof Item & string]: Item[F] extends CsvValue | boolean ? F : never
}[keyof Item & string]

/** Columns of a list's file, in their order: a field of the row, or a cell of its own. */
export type FileColumns<Item> = readonly (FieldOf<Item> | CsvColumn<Item>)[]

/** The columns that a request names, in its order; null when the file has no column of a name. */
export const chosenColumns = <Item>(
  columns: readonly CsvColumn<Item>[],
  { columns: names }: { readonly columns?: string | undefined },
): readonly CsvColumn<Item>[] | null => {
  if (names === undefined) return columns
  const chosen = names.split(',').map((name) => columns.find((column) => column.name === name))
  return chosen.every((column) => column !== undefined) ? chosen : null
}

/** Adds the cells of plain fields. A choice is shown by the text `values.<field>.<value>`, yes and no by theirs. */
export const csvColumnsOf = <L extends ListEndpoint>(
  { fieldKinds }: L,
  { texts, columns }: { readonly texts: string; readonly columns: FileColumns<ItemOf<L>> },
): CsvColumn<ItemOf<L>>[] =>
  columns.map((column) => {
    if (typeof column !== 'string') return column
    const cell = (item: ItemOf<L>, text: CsvText): CsvValue => {
      const value = item[column as keyof ItemOf<L>] as CsvValue | boolean
      if (typeof value === 'boolean') return text(value ? 'lists.yes' : 'lists.no')
      const isChoice = value !== null && fieldKinds[column] === 'choice'
      return isChoice ? text(`${texts}.values.${column}.${String(value)}`) : value
    }
    return { name: column, cell }
  })
