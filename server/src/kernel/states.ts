/**
 * A state machine is one const table: from → event → to. Every state has a row; a final one has an empty
 * row. The same event in the same state always leads to the same state, so a choice is two events
 * (architecture §5).
 */
type TransitionTable<State extends string> = {
  readonly [From in State]: { readonly [event: string]: NoInfer<State> }
}

/** Any table: what `nextStatus` and the readers below accept. */
export type AnyTransitions = TransitionTable<string>

/** The states of a table, as a union of literals. */
export type StateOf<Table extends AnyTransitions> = keyof Table & string

/** The events of a table, as a union of literals. */
export type EventOf<Table extends AnyTransitions> = {
  [From in keyof Table]: keyof Table[From]
}[keyof Table] &
  string

/** One row of a table. */
export type Transition<Table extends AnyTransitions> = {
  readonly from: StateOf<Table>
  readonly event: EventOf<Table>
  readonly to: StateOf<Table>
}

/** Declares a table; a transition to a state that has no row does not compile. */
export const transitions = <const Table extends TransitionTable<keyof Table & string>>(table: Table): Table =>
  table

/**
 * The state after `event` in state `from`, or null when the table has no such transition: the caller answers
 * its refusal. Writers still guard the row: `update … where id = $1 and status = $from` (architecture §5).
 */
export const nextStatus = <const Table extends AnyTransitions>(
  table: Table,
  from: StateOf<Table>,
  event: EventOf<Table>,
): StateOf<Table> | null => {
  const row = Object.hasOwn(table, from) ? table[from] : undefined
  return row !== undefined && Object.hasOwn(row, event) ? ((row[event] as StateOf<Table>) ?? null) : null
}

/** Every state of a table, in the order it was written: for a CHECK, a filter, the wire's enum. */
export const statesOf = <Table extends AnyTransitions>(table: Table): StateOf<Table>[] =>
  Object.keys(table) as StateOf<Table>[]

/** Every transition of a table, in the order it was written. */
export const transitionsOf = <Table extends AnyTransitions>(table: Table): Transition<Table>[] =>
  statesOf(table).flatMap((from) =>
    Object.entries(table[from] ?? {}).map(([event, to]) => ({
      from,
      event: event as EventOf<Table>,
      to: to as StateOf<Table>,
    })),
  )

/** Whether nothing leads out of a state. */
export const isFinal = <Table extends AnyTransitions>(table: Table, state: StateOf<Table>): boolean =>
  Object.keys(table[state] ?? {}).length === 0
