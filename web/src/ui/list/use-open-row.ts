import { useEffect, useRef } from 'react'
import { go } from '../../kernel/history.ts'
import { hrefOf, type LinkState, type QueryParams } from '../../kernel/location.ts'
import { usePageLocation } from '../../kernel/router.tsx'
import type { Selection } from './use-selection.ts'

/** The row whose details are open; the address names it: `?open=<id>`. */
export type OpenRow = {
  readonly id: string | null
  /** Its index among the rows that were read; -1 when it is not one of them. */
  readonly at: number
  /** Props of the link that opens a row. */
  readonly linkTo: (id: string) => {
    to: string
    search: QueryParams
    replace: boolean
    state: LinkState
  }
  readonly show: (id: string) => void
  readonly step: (step: 1 | -1) => void
  readonly close: () => void
}

const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)

/** Opens rows, steps through them and closes them. After closing, the focus returns to the row. */
export const useOpenRow = (ids: readonly string[]): OpenRow => {
  const { path, query, state } = usePageLocation()
  const id = query['open'] ?? null
  const lastId = useRef(id)
  useEffect(() => {
    const closed = id === null ? lastId.current : null
    lastId.current = id
    if (closed === null) return undefined
    const frame = requestAnimationFrame(() => linkOf(closed)?.focus())
    return () => cancelAnimationFrame(frame)
  }, [id])
  const at = id === null ? -1 : ids.indexOf(id)
  /** Where the open row was: it may have left the list, such as after a decision on it. */
  const lastAt = useRef(-1)
  useEffect(() => {
    if (id === null || at !== -1) lastAt.current = at
  }, [id, at])
  const linkTo = (next: string) => ({
    to: path,
    search: { ...query, open: next },
    replace: id !== null,
    state: id === null ? { over: true as const } : state,
  })
  const show = (next: string) => {
    const { to, search } = linkTo(next)
    go(hrefOf(to, search), { replace: true, state })
    linkOf(next)?.scrollIntoView({ block: 'nearest' })
  }
  return {
    id,
    at,
    linkTo,
    show,
    step: (step) => {
      if (id === null) {
        const focused = (document.activeElement as HTMLElement | null)?.dataset['row']
        const from = focused === undefined ? -1 : ids.indexOf(focused)
        const next = from === -1 ? ids[0] : ids[from + step]
        if (next !== undefined) linkOf(next)?.focus()
        return
      }
      const left = lastAt.current
      const next = at !== -1 ? ids[at + step] : left === -1 ? undefined : ids[step === 1 ? left : left - 1]
      if (next !== undefined) show(next)
    },
    close: () => {
      if (state.over) history.back()
      else go(hrefOf(path, { ...query, open: undefined }), { replace: true })
    },
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null

/** Whether a dialog covers the list; the list's own drawer does not count. */
export const isCovered = () => {
  const dialog = document.querySelector('[role="dialog"][data-open], dialog[open]')
  return dialog !== null && dialog.querySelector('[data-list-drawer]') === null
}

/** Calls an action after its key, while nobody types and no dialog covers the list. Keys are lower-case. */
export const useRowKeys = (actions: Readonly<Record<string, () => void>>): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || isCovered()) return
      const key = event.key.toLowerCase()
      if (!Object.hasOwn(actions, key)) return
      // Else the letter is typed into a field that the action focuses.
      event.preventDefault()
      actions[key]?.()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

/**
 * J and K step through the rows, X selects the row with the focus or the open one, and Escape closes the open one. Enter
 * follows the row's own link.
 */
export const useListKeys = (
  { id, step, close }: OpenRow,
  { hasOwnEscape, selection }: { hasOwnEscape: boolean; selection: Selection | null },
): void => {
  const select = () => {
    const row = id ?? (document.activeElement as HTMLElement | null)?.dataset['row']
    if (row !== undefined) selection?.toggle(row)
  }
  const escape = id !== null && !hasOwnEscape ? { escape: close } : {}
  useRowKeys({ j: () => step(1), k: () => step(-1), ...(selection && { x: select }), ...escape })
}
