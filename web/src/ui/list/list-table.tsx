import { ArrowDown, ArrowUp } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { idOf, type Column } from './list-column.tsx'
import type { ListState } from './use-list.ts'
import { TableRow } from './list-table-row.tsx'
import { AllBox, SelectLabel } from './select-box.tsx'
import { useDensity } from './use-density.ts'
import type { OpenRow } from './use-open-row.ts'
import type { Selection } from './use-selection.ts'
import { mostInPage, useWindowedRows } from './use-windowed-rows.ts'

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
          className={cx(
            'inline-flex h-9 items-center gap-1 rounded-sm hover:text-ink',
            // The word ends where its column ends, with and without an arrow.
            column.align === 'end' && 'flex-row-reverse',
          )}
        >
          {label}
          <Arrow aria-hidden size={14} className={cx(!isCurrent && 'opacity-0')} />
        </button>
      )}
    </th>
  )
}

export type RowsProps = {
  readonly rows: readonly unknown[]
  readonly columns: readonly Column[]
  readonly label: string
  readonly open: OpenRow
  /** Null: nothing can be done with several rows. */
  readonly selection: Selection | null
}

const bodyClass = '*:not-last:border-b *:not-last:border-line2'

/**
 * The widths of the columns, measured once with rows in the page. They stay while only some rows are, because a column
 * would else change its width with the rows that scroll past. Null: they are not measured yet.
 */
const useFixedWidths = (isFixed: boolean, key: string) => {
  const head = useRef<HTMLTableRowElement>(null)
  const [fixed, setFixed] = useState<{ key: string; parts: readonly number[] } | null>(null)
  useLayoutEffect(() => {
    if (!isFixed) return
    const cells = [...(head.current?.children ?? [])].map((cell) => cell.getBoundingClientRect().width)
    const total = cells.reduce((sum, width) => sum + width, 0)
    if (total > 0) setFixed({ key, parts: cells.map((width) => (100 * width) / total) })
  }, [isFixed, key])
  return { head, parts: fixed?.key === key && isFixed ? fixed.parts : null }
}

/** The rows on a desktop. The first column of each is the link that opens it. */
export const ListTable = ({ rows, columns, label, open, selection, ...sorting }: RowsProps & Sorting) => {
  const [isCompact] = useDensity()
  const loaded = useWindowedRows(rows.length)
  const shape = `${selection !== null} ${columns.map(({ name }) => name).join(' ')}`
  const { head, parts } = useFixedWidths(loaded !== null, shape)
  const Windowed = parts && loaded
  const shared = { columns, open, selection, isCompact }
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-surface">
      <table
        aria-label={label}
        aria-rowcount={Windowed ? rows.length + 1 : undefined}
        className={cx('w-full', parts && 'table-fixed wrap-anywhere')}
      >
        {parts && (
          <colgroup>
            {parts.map((part, at) => (
              <col key={at} style={{ width: `${part}%` }} />
            ))}
          </colgroup>
        )}
        <thead className="border-b border-line">
          <tr ref={head} aria-rowindex={Windowed ? 1 : undefined}>
            {selection && (
              <td className="w-12 pl-4">
                <SelectLabel />
                <AllBox
                  count={rows.filter((row) => selection.has(idOf(row))).length}
                  of={rows.length}
                  onToggle={selection.toggleAll}
                />
              </td>
            )}
            {columns.map((column) => (
              <Head key={column.name} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        {Windowed ? (
          <Windowed {...shared} rows={rows} className={bodyClass} />
        ) : (
          <tbody className={bodyClass}>
            {(loaded ? rows.slice(0, mostInPage) : rows).map((row) => (
              <TableRow key={idOf(row)} {...shared} row={row} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  )
}
