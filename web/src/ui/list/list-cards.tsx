import type { MouseEvent } from 'react'
import { Link } from '../../kernel/link.tsx'
import { cx } from '../cx.ts'
import { idOf, type Column } from './list-column.tsx'
import type { RowsProps } from './list-table.tsx'
import { RowBox, SelectLabel } from './select-box.tsx'
import type { Selection } from './use-selection.ts'

/** Middle dots between details. A detail without a value has none, and only the page knows which these are. */
const dots = "[&>:not(:empty)~:not(:empty)]:before:content-['_·_']"

const Content = ({ row, columns }: { row: unknown; columns: readonly Column[] }) => {
  const at = (area: Column['onPhone']) => columns.filter(({ onPhone }) => onPhone === area)
  const [title, details] = [at('title'), at('detail')]
  const ends = at('end').toSorted((left, right) => Number(right.isMoney) - Number(left.isMoney))
  return (
    <>
      <span className="float-right -mb-1 max-w-full pl-3 text-right">
        {ends.map(({ name, isMoney, cell }) => (
          <span key={name} className={cx('block', isMoney && 'font-semibold')}>
            {cell(row)}
          </span>
        ))}
      </span>
      {title.map(({ name, cell }) => (
        <span key={name} className="block wrap-anywhere">
          {cell(row)}
        </span>
      ))}
      <span className={cx('block text-base text-mute', dots)}>
        {details.map(({ name, label, isMoney, cell }) => (
          <span key={name}>
            {isMoney && `${label} `}
            {cell(row)}
          </span>
        ))}
      </span>
    </>
  )
}

/** While the reader selects, a press on a card selects it instead of opening it. */
const pressCard = (selection: Selection | null, id: string) => (event: MouseEvent) => {
  if (!selection?.isSelecting) return
  event.preventDefault()
  selection.toggle(id)
}

/**
 * The rows on a phone: title, details below it, and the most important values at the right, an amount first. Cards have
 * no headers, so an amount among the details is labelled.
 */
export const ListCards = ({ rows, columns, label, open, selection }: RowsProps) => (
  <>
    <SelectLabel />
    <ul
      aria-label={label}
      className="overflow-hidden rounded-xl border border-line bg-surface *:not-last:border-b *:not-last:border-line2"
    >
      {rows.map((row) => {
        const id = idOf(row)
        return (
          <li key={id} className={cx('flex items-center', selection?.has(id) && 'bg-soft')}>
            {selection?.isSelecting && (
              <span className="flex size-11 shrink-0 items-center justify-center pl-2">
                <RowBox id={id} isOn={selection.has(id)} onToggle={() => selection.toggle(id)} />
              </span>
            )}
            <Link
              {...open.linkTo(id)}
              data-row={id}
              id={`row-${id}`}
              onClickCapture={pressCard(selection, id)}
              className="block min-h-16 min-w-0 grow overflow-hidden px-4 py-2.5 -outline-offset-2 hover:bg-fill"
            >
              <Content row={row} columns={columns} />
            </Link>
          </li>
        )
      })}
    </ul>
  </>
)
