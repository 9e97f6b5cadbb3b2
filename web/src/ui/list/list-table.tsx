import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { Link } from '../../kernel/link.tsx'
import { cx } from '../cx.ts'
import type { Column } from './list-column.tsx'
import type { ListState } from './use-list.ts'
import type { OpenRow } from './use-open-row.ts'

export const idOf = (row: unknown): string => (row as { id: string }).id

type Sorting = Pick<ListState, 'sort' | 'change'> & { readonly sorts: readonly string[] }

/**
 * The order that a press on a column's header chooses: the reverse of the current order, or the first that is
 * declared.
 */
const nextSort = (name: string, { sort, sorts }: Sorting): string | undefined => {
  const own = sorts.filter((each) => each.replace('-', '') === name)
  return own.find((each) => each !== sort && own.includes(sort)) ?? own[0]
}

const Head = ({ column, sorting }: { column: Column; sorting: Sorting }) => {
  const { sort: name, label } = column
  const isCurrent = name !== undefined && sorting.sort.replace('-', '') === name
  const isDown = sorting.sort.startsWith('-')
  const Arrow = isDown ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isCurrent ? (isDown ? 'descending' : 'ascending') : undefined}
      className={cx(
        'h-9 px-4 text-xs font-medium whitespace-nowrap text-mute',
        column.align === 'end' ? 'text-right' : 'text-left',
      )}
    >
      {name === undefined ? (
        label
      ) : (
        <button
          type="button"
          onClick={() => sorting.change({ sort: nextSort(name, sorting) })}
          className="inline-flex h-9 items-center gap-1 rounded-sm hover:text-ink"
        >
          {label}
          <Arrow aria-hidden size={14} className={cx(!isCurrent && 'opacity-0')} />
        </button>
      )}
    </th>
  )
}

/** A press anywhere on the row opens its link. */
const pressLink = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
  const isText = getSelection()?.toString() !== ''
  if ((target as Element).closest('a, button') === null && !isText)
    currentTarget.querySelector<HTMLElement>('[data-row]')?.click()
}

type RowsProps = {
  readonly rows: readonly unknown[]
  readonly columns: readonly Column[]
  readonly label: string
  readonly open: OpenRow
}

const RowLink = ({ id, open, children }: { id: string; open: OpenRow; children: ReactNode }) => (
  <Link
    {...open.linkTo(id)}
    data-row={id}
    aria-current={open.id === id ? 'true' : undefined}
    className="block rounded-sm"
  >
    {children}
  </Link>
)

/** The rows on a desktop. The first column of each is the link that opens it. */
export const ListTable = ({ rows, columns, label, open, ...sorting }: RowsProps & Sorting) => (
  <div className="overflow-x-auto rounded-xl border border-line bg-surface">
    <table aria-label={label} className="w-full">
      <thead className="border-b border-line">
        <tr>
          {columns.map((column) => (
            <Head key={column.name} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody className="*:not-last:border-b *:not-last:border-line2">
        {rows.map((row) => (
          <tr
            key={idOf(row)}
            onClick={pressLink}
            className={cx('h-12 cursor-pointer', open.id === idOf(row) ? 'bg-soft' : 'hover:bg-fill')}
          >
            {columns.map(({ name, align, cell }, at) => (
              <td key={name} className={cx('px-4 py-1', align === 'end' && 'num text-right')}>
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
        ))}
      </tbody>
    </table>
  </div>
)

/** The rows on a phone: title, details below it, and the most important value at the right. */
export const ListCards = ({ rows, columns, label, open }: RowsProps) => {
  const at = (area: Column['onPhone']) => columns.filter(({ onPhone }) => onPhone === area)
  const [title, details, ends] = [at('title'), at('detail'), at('end')]
  return (
    <ul
      aria-label={label}
      className="overflow-hidden rounded-xl border border-line bg-surface *:not-last:border-b *:not-last:border-line2"
    >
      {rows.map((row) => (
        <li key={idOf(row)}>
          <Link
            {...open.linkTo(idOf(row))}
            data-row={idOf(row)}
            className="block min-h-16 overflow-hidden px-4 py-2.5 -outline-offset-2 hover:bg-fill"
          >
            <span className="float-right -mb-1 max-w-full pl-3 text-right">
              {ends.map(({ name, cell }) => (
                <span key={name} className="block">
                  {cell(row)}
                </span>
              ))}
            </span>
            {title.map(({ name, cell }) => (
              <span key={name} className="block wrap-anywhere">
                {cell(row)}
              </span>
            ))}
            <span className="block text-base text-mute">
              {details.map(({ name, cell }, area) => (
                <Fragment key={name}>
                  {area > 0 && <span aria-hidden> · </span>}
                  {cell(row)}
                </Fragment>
              ))}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
