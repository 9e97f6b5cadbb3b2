import { useQueryParams } from '../../kernel/router.tsx'
import type { Column } from './list-column.tsx'

/** The columns of a table that a reader has chosen; the address has them as `columns=person,status`. */
export type ChosenColumns = {
  /** Every column that can be shown, in the order of the table. The first is always shown: it opens the row. */
  readonly all: readonly Column[]
  readonly shown: readonly Column[]
  /** The choice as in the address; undefined: the page's usual columns. */
  readonly text: string | undefined
  readonly toggle: (name: string) => void
  readonly reset: () => void
}

type Choice = { readonly usual: readonly Column[]; readonly others: readonly Column[] }

const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => name).join(',')

/** The columns that an address names. Unknown names are left out, and without any name the usual ones are shown. */
export const shownColumns = (text: string | undefined, { usual, others }: Choice): readonly Column[] => {
  const names = new Set(text?.split(','))
  const all = [...usual, ...others]
  const known = all.filter(({ name }, at) => at === 0 || names.has(name))
  return known.some(({ name }) => names.has(name)) ? known : usual
}

/** How the address names columns; undefined for the usual ones. */
export const columnsText = (shown: readonly Column[], { usual }: Choice): string | undefined =>
  namesOf(shown) === namesOf(usual) ? undefined : namesOf(shown)

/** Columns of the CSV file for a choice; undefined: all that the file has. */
export const fileColumns = ({ text, shown }: Pick<ChosenColumns, 'text' | 'shown'>): string | undefined =>
  text === undefined ? undefined : [...new Set(shown.flatMap(({ file }) => file))].join(',')

/** The columns of the page's address, and how they are changed. `others` are shown only after a choice. */
export const useColumns = (usual: readonly Column[], others: readonly Column[]): ChosenColumns => {
  const [params, change] = useQueryParams()
  const all = [...usual, ...others]
  const choice = { usual, others }
  const shown = shownColumns(params['columns'], choice)
  return {
    all,
    shown,
    text: columnsText(shown, choice),
    toggle: (name) => {
      const isShown = shown.some((each) => each.name === name)
      const next = all.filter((each) => (each.name === name ? !isShown : shown.includes(each)))
      change({ columns: columnsText(next, choice) })
    },
    reset: () => change({ columns: undefined }),
  }
}
