import type { ReactNode } from 'react'

/** One column of a list's table, and where it stands on the card of a phone. */
export type Column<Row> = {
  /** Its head is `columns.<name>` of the list's texts. */
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  /** Left out: a phone does not show it. */
  readonly onPhone?: 'title' | 'detail' | 'end'
  /** Name of the order that a press on the head chooses, without its sign. */
  readonly sort?: string
  readonly align?: 'end'
}

export const idOf = (row: unknown): string => (row as { id: string }).id
