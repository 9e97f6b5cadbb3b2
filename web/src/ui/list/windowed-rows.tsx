import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { idOf } from './list-column.tsx'
import { TableRow, type TableRowProps } from './list-table-row.tsx'

export type WindowedRowsProps = Omit<TableRowProps, 'row' | 'index' | 'measure'> & {
  readonly rows: readonly unknown[]
  readonly className: string
}

/** Height of a row with its line, until it is measured. */
const usualPx = { compact: 37, comfortable: 49 } as const
/** Rows above and below the window: a key that steps to the next row finds it. */
const overscan = 8

/** Where the rows begin in the document. What is above them may grow or shrink. */
const useTop = () => {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const update = () => {
      if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + scrollY))
    }
    const sizes = new ResizeObserver(update)
    sizes.observe(document.body)
    update()
    return () => sizes.disconnect()
  }, [])
  return { body, top }
}

/** The row that is open or has the focus, also the last one: the focus returns to it. */
const usePinned = (rows: readonly unknown[], openId: string | null) => {
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const [lastOpenId, setLastOpenId] = useState(openId)
  if (openId !== null && openId !== lastOpenId) setLastOpenId(openId)
  const ids = [focusedId, lastOpenId]
  const pinned = rows.flatMap((row, at) => (ids.includes(idOf(row)) ? [at - 1, at, at + 1] : []))
  return { pinned: pinned.filter((at) => at >= 0 && at < rows.length), setFocusedId }
}

/** The height of the rows that are left out before each shown row, and after the last one. */
const gapsOf = (shown: readonly VirtualItem[], of: { top: number; heightPx: number }) => {
  const ends = [of.top, ...shown.map(({ end }) => end)]
  const starts = [...shown.map(({ start }) => start), of.top + of.heightPx]
  return ends.map((end, at) => Math.max(0, (starts[at] ?? end) - end))
}

const Gap = ({ px }: { px: number | undefined }) =>
  px === undefined || px < 1 ? null : (
    <tr aria-hidden>
      <td style={{ height: px, padding: 0 }} />
    </tr>
  )

/**
 * The rows near the window, the open row and the row with the focus, each with its neighbours; the height of all others
 * is left free. The search of a browser finds only rows of the page.
 */
export const WindowedRows = ({ rows, className, ...shared }: WindowedRowsProps) => {
  const { body, top } = useTop()
  const { pinned, setFocusedId } = usePinned(rows, shared.open.id)
  const rowPx = usualPx[shared.isCompact ? 'compact' : 'comfortable']
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    getItemKey: (at) => idOf(rows[at]),
    overscan,
    scrollMargin: top,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...pinned])].toSorted((left, right) => left - right),
  })
  const shown = virtualizer.getVirtualItems()
  const gaps = gapsOf(shown, { top, heightPx: virtualizer.getTotalSize() })
  return (
    <tbody
      ref={body}
      className={className}
      onFocus={({ target }) =>
        setFocusedId(target.closest('tr')?.querySelector<HTMLElement>('[data-row]')?.dataset['row'] ?? null)
      }
    >
      {shown.map(({ key, index }, at) => (
        <Fragment key={key}>
          <Gap px={gaps[at]} />
          <TableRow {...shared} row={rows[index]} index={index} measure={virtualizer.measureElement} />
        </Fragment>
      ))}
      <Gap px={gaps.at(-1)} />
    </tbody>
  )
}
