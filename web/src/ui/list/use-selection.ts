import { mostBulkRows } from '@cardamom/contract/bulk'
import { useRef, useState } from 'react'
import { idOf } from './list-column.tsx'

/** Rows that the reader has selected. A row stays selected when the list is read again without it. */
export type Selection = {
  readonly rows: ReadonlyMap<string, unknown>
  /** The cards of a phone show their boxes only while the reader selects. */
  readonly isSelecting: boolean
  readonly has: (id: string) => boolean
  /** Selects or leaves a row; `toHere` selects all rows since the last one. */
  readonly toggle: (id: string, toHere?: boolean) => void
  /** Selects all rows that are read, or none where all are selected. */
  readonly toggleAll: () => void
  readonly start: () => void
  readonly remove: (ids: readonly string[]) => void
  readonly clear: () => void
}

const none: ReadonlyMap<string, unknown> = new Map()

/** The selection belongs to one filter: another one (`key`) starts without rows. At most 100 rows are selected. */
export const useSelection = (rows: readonly unknown[], key: string): Selection => {
  const [state, setState] = useState({ key, rows: none, isSelecting: false })
  const last = useRef<string | null>(null)
  if (state.key !== key) setState({ key, rows: none, isSelecting: false })
  const present = state.key === key ? state : { key, rows: none, isSelecting: false }
  const select = (next: ReadonlyMap<string, unknown>) =>
    setState({ key, rows: new Map([...next].slice(0, mostBulkRows)), isSelecting: present.isSelecting })
  const between = (from: string | null, to: string) => {
    const ids = rows.map(idOf)
    const [a, b] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)]
    return a === -1 ? rows.slice(b, b + 1) : rows.slice(Math.min(a, b), Math.max(a, b) + 1)
  }
  const read = () => new Map(rows.map((row) => [idOf(row), row]))
  return {
    rows: present.rows,
    isSelecting: present.isSelecting,
    has: (id) => present.rows.has(id),
    toggle: (id, toHere = false) => {
      const next = new Map(present.rows)
      if (toHere) for (const row of between(last.current, id)) next.set(idOf(row), row)
      else if (!next.delete(id)) next.set(id, read().get(id))
      last.current = id
      select(next)
    },
    toggleAll: () => select(rows.every((row) => present.rows.has(idOf(row))) ? none : read()),
    start: () => setState({ ...present, isSelecting: true }),
    remove: (ids) => select(new Map([...present.rows].filter(([id]) => !ids.includes(id)))),
    clear: () => setState({ key, rows: none, isSelecting: false }),
  }
}
