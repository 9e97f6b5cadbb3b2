import { idOf } from './list-column.tsx'

type Rows = readonly unknown[]

/** What a newer reading of a list has that the shown rows do not, and the other way round. */
export type RowChanges = {
  /** Ids of rows that belong between or before the shown ones. */
  readonly added: readonly string[]
  /** Ids of shown rows that are no longer in the list. */
  readonly left: readonly string[]
}

export const noChanges: RowChanges = { added: [], left: [] }

/** The first rows of a list as they are now. `isWhole`: the list has no more. */
type Reading = { readonly rows: Rows; readonly isWhole: boolean }

/**
 * Compares the shown rows with a newer reading. Rows after the last shown one are not new while the list has more
 * pages: scrolling reads them. Shown rows after the last one of the reading are unknown.
 */
export const rowChanges = (shown: Rows, fresh: Reading, hasMore: boolean): RowChanges => {
  const [shownIds, freshIds] = [shown.map(idOf), fresh.rows.map(idOf)]
  const [inShown, inFresh] = [new Set(shownIds), new Set(freshIds)]
  const lastFresh = freshIds.findLastIndex((id) => inShown.has(id))
  const lastShown = shownIds.findLastIndex((id) => inFresh.has(id))
  const mayBeNew = hasMore && lastFresh !== -1 ? freshIds.slice(0, lastFresh) : freshIds
  const mayHaveLeft = fresh.isWhole ? shownIds : shownIds.slice(0, Math.max(lastShown, 0))
  return {
    added: mayBeNew.filter((id) => !inShown.has(id)),
    left: mayHaveLeft.filter((id) => !inFresh.has(id)),
  }
}

/** The shown rows in their places, each as the newer reading has it. */
export const withChanges = <Row>(shown: readonly Row[], fresh: Rows): Row[] => {
  const byId = new Map(fresh.map((row) => [idOf(row), row as Row]))
  return shown.map((row) => byId.get(idOf(row)) ?? row)
}
