import {
  applyUpdate,
  type ChangeOf,
  type GuardedUpdate,
  type GuardOf,
  type TableName,
} from './guarded-update.ts'
import type { Queries } from './queries.ts'

/** from → event → to. Every state has a row; a final one has an empty row. */
type StateRows<State extends string> = {
  readonly [From in State]: { readonly [event: string]: NoInfer<State> }
}

/**
 * The states of one table's rows, kept in its column `status`. The same event in the same state always leads to the same
 * state, so a choice is two events. The database holds the same pairs and refuses every other change (docs/states.md).
 */
type Transitions<Table extends TableName, States extends StateRows<string>> = {
  readonly table: Table
  /** States in which a row may be inserted, or which a row without a status may take. */
  readonly initial: readonly (keyof States & string)[]
  /** True: the table counts its changes in `version`, and a transition names the version that it was decided on. */
  readonly versioned: boolean
  /** Null, or the state of a row whose transition waits for an outside service (`startWaiting`). */
  readonly waiting: string | null
  readonly states: States
}

/** Any table of transitions, as `transition` and the readers below accept it. Its `table` is the one of the database. */
export type AnyTransitions = Transitions<TableName, StateRows<string>>

/** The states of a table, as a union of literals. */
export type StateOf<Table extends AnyTransitions> = keyof Table['states'] & string

/** The events of a table, as a union of literals. */
export type EventOf<Table extends AnyTransitions> = {
  [From in keyof Table['states']]: keyof Table['states'][From]
}[keyof Table['states']] &
  string

/** One row of a table. */
type Transition<Table extends AnyTransitions> = {
  readonly from: StateOf<Table>
  readonly event: EventOf<Table>
  readonly to: StateOf<Table>
}

/** Declares a table; a transition to a state that has no row does not compile. */
export const transitions = <
  const Table extends TableName,
  const States extends StateRows<keyof States & string>,
>(declared: {
  readonly table: Table
  readonly initial: readonly (keyof States & string)[]
  readonly versioned?: boolean
  readonly waiting?: string
  readonly states: States
}): Transitions<Table, States> => ({ versioned: false, waiting: null, ...declared })

/** The state after `event` in state `from`, or null when the table has no such transition. */
export const nextStatus = <Table extends AnyTransitions>(
  table: Table,
  from: StateOf<Table>,
  event: EventOf<Table>,
): StateOf<Table> | null => {
  const row = Object.hasOwn(table.states, from) ? table.states[from] : undefined
  return row !== undefined && Object.hasOwn(row, event) ? ((row[event] as StateOf<Table>) ?? null) : null
}

/** A transition was asked for that the table does not have: a bug of the caller, who did not ask `nextStatus`. */
export class NoTransition extends Error {
  override name = 'NoTransition'
}

type Row<Status> = { readonly id: string; readonly status: Status; readonly version?: number }
/** Columns to set with the status, and columns besides status and version that must be as they were read. */
type RestOfUpdate<Table extends AnyTransitions> = {
  readonly set?: ChangeOf<Table['table']>
  readonly guard?: GuardOf<Table['table']>
}

const statusUpdate = (
  table: AnyTransitions,
  row: Row<string | null>,
  to: { readonly status: string; readonly set?: object; readonly guard?: object },
): GuardedUpdate => {
  if (table.versioned && row.version === undefined) throw new TypeError(`A ${table.table} has a version`)
  const version = table.versioned ? { version: row.version } : {}
  const next = table.versioned ? { version: (row.version ?? 0) + 1 } : {}
  const from = { ...to.guard, ...version, status: row.status }
  const set = { status: to.status, ...to.set, ...next }
  return { table: table.table, id: row.id, from, set } as unknown as GuardedUpdate
}

/**
 * The only way to change a status: the guarded update that takes the row from the state it was read in to where `event`
 * leads, for a plan's `updates` or for `applyUpdate`. Throws NoTransition where the table has none.
 */
export const transition = <Table extends AnyTransitions>(
  table: Table,
  row: Row<StateOf<Table>>,
  event: EventOf<Table>,
  change: RestOfUpdate<Table> = {},
): GuardedUpdate => {
  const status = nextStatus(table, row.status, event)
  if (status === null) throw new NoTransition(`${table.table}: no ${event} in ${row.status}`)
  return statusUpdate(table, row, { ...change, status })
}

/** A transition in a transaction of its own caller. False: the row is not as it was read, and nothing was changed. */
export const applyTransition = <Table extends AnyTransitions>(
  sql: Queries,
  table: Table,
  row: Row<StateOf<Table>>,
  event: EventOf<Table>,
  change: RestOfUpdate<Table> = {},
): Promise<boolean> => applyUpdate(sql, transition(table, row, event, change))

/** Gives a row that was inserted without a status its first one. */
export const enterStatus = <Table extends AnyTransitions>(
  table: Table,
  row: Row<null>,
  status: StateOf<Table>,
  change: RestOfUpdate<Table> = {},
): GuardedUpdate => {
  if (!table.initial.includes(status)) throw new NoTransition(`${table.table}: ${status} is not initial`)
  return statusUpdate(table, row, { ...change, status })
}

/** Lets a row wait while an outside service is asked for `event`. Throws NoTransition where the table has none. */
export const startWaiting = <Table extends AnyTransitions>(
  table: Table,
  row: Row<StateOf<Table>>,
  event: EventOf<Table>,
  change: RestOfUpdate<Table> = {},
): GuardedUpdate => {
  if (table.waiting === null || nextStatus(table, row.status, event) === null)
    throw new NoTransition(`${table.table}: no ${event} to wait for in ${row.status}`)
  return statusUpdate(table, row, { ...change, status: table.waiting })
}

/** Ends the wait for `event`: at its target when the service did it, else back at the state before. */
export const stopWaiting = <Table extends AnyTransitions>(
  table: Table,
  row: Row<string>,
  waited: { readonly from: StateOf<Table>; readonly event: EventOf<Table>; readonly isDone: boolean },
  change: RestOfUpdate<Table> = {},
): GuardedUpdate => {
  const { from, event, isDone } = waited
  const target = nextStatus(table, from, event)
  if (row.status !== table.waiting || target === null)
    throw new NoTransition(`${table.table}: ${row.status} does not wait for ${event}`)
  return statusUpdate(table, row, { ...change, status: isDone ? target : from })
}

/** Every state of a table, in the order it was written: for a CHECK, a filter, the wire's enum. */
export const statesOf = <Table extends AnyTransitions>(table: Table): StateOf<Table>[] =>
  Object.keys(table.states) as StateOf<Table>[]

/** Every transition of a table, in the order it was written. */
export const transitionsOf = <Table extends AnyTransitions>(table: Table): Transition<Table>[] =>
  statesOf(table).flatMap((from) =>
    Object.entries(table.states[from] ?? {}).map(([event, to]) => ({
      from,
      event: event as EventOf<Table>,
      to: to as StateOf<Table>,
    })),
  )

/** Every change of a status that may be written: `from` is null for the first one. */
export const statusPairs = (table: AnyTransitions): { from: string | null; to: string }[] => {
  const pairs = new Map<string, { from: string | null; to: string }>()
  const add = (from: string | null, to: string) => pairs.set(`${from} ${to}`, { from, to })
  for (const status of table.initial) {
    add(null, status)
    // Inserted while the service is asked already.
    if (table.waiting !== null) add(null, table.waiting)
  }
  for (const { from, to } of transitionsOf(table)) {
    add(from, to)
    if (table.waiting === null) continue
    add(from, table.waiting)
    add(table.waiting, from)
    add(table.waiting, to)
  }
  return [...pairs.values()]
}

/** Whether nothing leads out of a state. */
export const isFinal = <Table extends AnyTransitions>(table: Table, state: StateOf<Table>): boolean =>
  Object.keys(table.states[state] ?? {}).length === 0
