import { memo, type MouseEvent, type ReactNode, type Ref } from 'react'
import { Link } from '../../kernel/link.tsx'
import { cx } from '../cx.ts'
import { idOf, type Column } from './list-column.tsx'
import { RowBox } from './select-box.tsx'
import type { OpenRow } from './use-open-row.ts'
import type { Selection } from './use-selection.ts'

/** A press anywhere on the row opens its link. */
const pressLink = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
  const isText = getSelection()?.toString() !== ''
  if ((target as Element).closest('a, button, input') === null && !isText)
    currentTarget.querySelector<HTMLElement>('[data-row]')?.click()
}

const RowLink = ({ id, open, children }: { id: string; open: OpenRow; children: ReactNode }) => (
  <Link
    {...open.linkTo(id)}
    data-row={id}
    id={`row-${id}`}
    aria-current={open.id === id ? 'true' : undefined}
    className="block rounded-sm"
  >
    {children}
  </Link>
)

export type TableRowProps = {
  readonly row: unknown
  readonly columns: readonly Column[]
  readonly open: OpenRow
  readonly selection: Selection | null
  readonly isCompact: boolean
  /** Its index among all rows, where the page has only those near the window. */
  readonly index?: number
  readonly measure?: Ref<HTMLTableRowElement>
}

const headRows = 1

/** A row of the table. It is rendered again only when the list is, and not while the page scrolls. */
export const TableRow = memo(
  ({ row, columns, open, selection, isCompact, index, measure }: TableRowProps) => (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + headRows + 1}
      onClick={pressLink}
      className={cx(
        isCompact ? 'h-9' : 'h-12',
        'cursor-pointer',
        open.id === idOf(row) || selection?.has(idOf(row)) ? 'bg-soft' : 'hover:bg-fill',
      )}
    >
      {selection && (
        <td className="pl-4">
          <RowBox
            id={idOf(row)}
            isOn={selection.has(idOf(row))}
            onToggle={(toHere) => selection.toggle(idOf(row), toHere)}
          />
        </td>
      )}
      {columns.map(({ name, align, cell }, at) => (
        <td
          key={name}
          className={cx('px-4', isCompact ? 'py-0 text-sm' : 'py-1', align === 'end' && 'num text-right')}
        >
          {at === 0 ? (
            <RowLink id={idOf(row)} open={open}>
              {cell(row)}
            </RowLink>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  ),
)
