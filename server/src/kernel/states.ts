/**
 * A state machine is one const table: from → event → to. Every state has a row; a final one has an empty
 * row. The same event in the same state always leads to the same state, so a choice is two events
 * (architecture §5).
 */
type MoveTable<State extends string> = {
  readonly [From in State]: { readonly [event: string]: NoInfer<State> }
}

/** Any table: what `move` and the readers below accept. */
export type AnyMoveTable = MoveTable<string>

/** The states of a table, as a union of literals. */
export type StateOf<Table extends AnyMoveTable> = keyof Table & string

/** The events of a table, as a union of literals. */
export type EventOf<Table extends AnyMoveTable> = {
  [From in keyof Table]: keyof Table[From]
}[keyof Table] &
  string

/** One row of a table. */
export type Move<Table extends AnyMoveTable> = {
  readonly from: StateOf<Table>
  readonly event: EventOf<Table>
  readonly to: StateOf<Table>
}

/** Declares a table; a move to a state that has no row does not compile. */
export const moveTable = <const Table extends MoveTable<keyof Table & string>>(table: Table): Table => table

/**
 * The state after `event` in state `from`, or null when the table has no such move: the caller answers its
 * refusal. Writers still guard the row: `update … where id = $1 and status = $from` (architecture §5).
 */
export const move = <const Table extends AnyMoveTable>(
  table: Table,
  from: StateOf<Table>,
  event: EventOf<Table>,
): StateOf<Table> | null => {
  const row = Object.hasOwn(table, from) ? table[from] : undefined
  return row !== undefined && Object.hasOwn(row, event) ? ((row[event] as StateOf<Table>) ?? null) : null
}

/** Every state of a table, in the order it was written: for a CHECK, a filter, the wire's enum. */
export const statesOf = <Table extends AnyMoveTable>(table: Table): StateOf<Table>[] =>
  Object.keys(table) as StateOf<Table>[]

/** Every move of a table, in the order it was written. */
export const movesOf = <Table extends AnyMoveTable>(table: Table): Move<Table>[] =>
  statesOf(table).flatMap((from) =>
    Object.entries(table[from] ?? {}).map(([event, to]) => ({
      from,
      event: event as EventOf<Table>,
      to: to as StateOf<Table>,
    })),
  )

/** Whether nothing leads out of a state. */
export const isFinal = <Table extends AnyMoveTable>(table: Table, state: StateOf<Table>): boolean =>
  Object.keys(table[state] ?? {}).length === 0
