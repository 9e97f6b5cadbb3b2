import type { FieldKind, ListEndpoint } from '@cardamom/contract/list'
import type { ReactNode } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { cx } from '../cx.ts'
import { DateText, Money } from '../money.tsx'
import { Status, type Tone } from '../status.tsx'
import { sortsOf } from './list-query.ts'
import type { ListText } from './use-list.ts'

type CellValue = string | number | boolean | null | undefined
/** Fields of a row that a cell can show by itself. */
type FieldOf<Row> = { [F in keyof Row & string]: Row[F] extends CellValue ? F : never }[keyof Row & string]

type ColumnPosition = {
  /** Position on the cards of a phone. Absent: a phone does not show the column. */
  readonly onPhone?: 'title' | 'detail' | 'end'
  /** Columns of the CSV file that it stands for. The default is the column of the same name. */
  readonly file?: readonly string[]
}
type FieldColumn<Name extends string> = ColumnPosition & {
  readonly name: Name
  /** The style of each value of a status. */
  readonly tones?: Readonly<Record<string, Tone>>
  readonly cell?: never
}
type CellColumn<Row, Name extends string> = ColumnPosition & {
  readonly name: Name
  readonly cell: (row: Row) => ReactNode
  /** Name of the order that a press on the header chooses, where it is not the column's. */
  readonly sort?: string
  readonly align?: 'end'
}
/** A column of a list page: a field of the row, which is shown by its kind, or a cell of its own. */
export type ListColumn<Row, Plain extends string, Own extends string> =
  | FieldColumn<Plain & FieldOf<Row>>
  | CellColumn<Row, Own>

/** A column with all that table and cards show of it. */
export type Column = ColumnPosition & {
  readonly file: readonly string[]
  readonly name: string
  readonly label: string
  readonly cell: (row: unknown) => ReactNode
  readonly sort: string | undefined
  readonly align: 'end' | undefined
  readonly isMoney: boolean
}
export type AnyColumn = ListColumn<Record<string, CellValue>, string, string>

type FieldProps = {
  readonly value: CellValue
  readonly kind: FieldKind | undefined
  readonly column: FieldColumn<string>
  readonly t: ListText
}

const Field = ({ value, kind, column: { name, tones, onPhone }, t }: FieldProps) => {
  const ui = useText('lists')
  if (value === null || value === undefined) return null
  const text = String(value)
  if (kind === 'time') return <DateText value={text} variant="dayTime" />
  if (kind === 'money') return <Money amount={text} />
  if (kind === 'yesNo') return ui(value === true ? 'yes' : 'no')
  if (kind !== 'choice') return <span className={cx(onPhone === 'title' && 'font-medium')}>{text}</span>
  const label = t(`values.${name}.${text}`)
  const tone = tones?.[text]
  return tone === undefined ? (
    label
  ) : (
    <Status tone={tone} variant="plain">
      {label}
    </Status>
  )
}

const endKinds: readonly (FieldKind | undefined)[] = ['time', 'money', 'number']

/** Adds label, cell, order and alignment to the columns of a list page. */
export const fullColumns = (
  list: Pick<ListEndpoint, 'queryFields' | 'fieldKinds'>,
  columns: readonly AnyColumn[],
  t: ListText,
): Column[] => {
  const sorts = sortsOf(list).map((sort) => sort.replace('-', ''))
  return columns.map((column) => {
    const { name, onPhone, file = [name] } = column
    const kind = list.fieldKinds[name]
    const isField = column.cell === undefined
    const sort = isField ? name : (column.sort ?? name)
    const cell = isField
      ? (row: Record<string, CellValue>) => <Field value={row[name]} kind={kind} column={column} t={t} />
      : column.cell
    return {
      name,
      file,
      label: t(`fields.${name}`),
      cell: cell as Column['cell'],
      sort: sorts.includes(sort) ? sort : undefined,
      align: isField ? (endKinds.includes(kind) ? 'end' : undefined) : column.align,
      isMoney: kind === 'money',
      ...(onPhone && { onPhone }),
    }
  })
}

export const idOf = (row: unknown): string => (row as { id: string }).id
