import { InconsistentFacts } from './decisions.ts'
import {
  applyUpdate,
  type ChangeOf,
  type GuardedUpdate,
  type GuardOf,
  type TableName,
} from './guarded-update.ts'
import type { Queries } from './queries.ts'
import type { StateColumns } from './schema.ts'

/** from → event → to. Every state has a row; the row of a final state is empty. */
type StateRows<State extends string> = {
  readonly [From in State]: { readonly [event: string]: NoInfer<State> }
}

/**
 * The states and transitions of the rows of one table, in its column `status` or in a second column of states. An event in a state always
 * leads to the same state, so a choice needs two events. The database has the same pairs and refuses every
 * other change (docs/states.md).
 */
type Transitions<Table extends TableName, States extends StateRows<string>> = {
  readonly table: Table
  /** The column of the states. */
  readonly column: string
  /** The first states of a row: at its insert, or later where rows are inserted without a status. */
  readonly initial: readonly (keyof States & string)[]
  /**
   * Whether rows have a `version` that every change increases. A transition then names the version that it
   * was decided on.
   */
  readonly versioned: boolean
  /**
   * The state of a row while its transition waits for an outside service (`startWaiting`); null where none
   * waits.
   */
  readonly waiting: string | null
  readonly states: States
}

/** Any table of transitions. Its `table` is the name of the database table. */
export type AnyTransitions = Transitions<TableName, StateRows<string>>

/** The states of a table, as a union of literals. */
export type StateOf<Table extends AnyTransitions> = keyof Table['states'] & string

/** The events of a table, as a union of literals. */
export type EventOf<Table extends AnyTransitions> = {
  [From in keyof Table['states']]: keyof Table['states'][From]
}[keyof Table['states']] &
  string

/** One transition of a table. */
type Transition<Table extends AnyTransitions> = {
  readonly from: StateOf<Table>
  readonly event: EventOf<Table>
  readonly to: StateOf<Table>
}

/** Declares a table of transitions. A transition to an undeclared state does not compile. */
export const transitions = <
  const Table extends TableName,
  const States extends StateRows<keyof States & string>,
>(declared: {
  readonly table: Table
  readonly column?: Table extends keyof StateColumns ? StateColumns[Table] : never
  readonly initial: readonly (keyof States & string)[]
  readonly versioned?: boolean
  readonly waiting?: string
  readonly states: States
}): Transitions<Table, States> => ({ column: 'status', versioned: false, waiting: null, ...declared })

/** The state after `event` in state `from`, or null when the table has no such transition. */
export const nextStatus = <Table extends AnyTransitions>(
  table: Table,
  from: StateOf<Table>,
  event: EventOf<Table>,
): StateOf<Table> | null => {
  const row = Object.hasOwn(table.states, from) ? table.states[from] : undefined
  return row !== undefined && Object.hasOwn(row, event) ? ((row[event] as StateOf<Table>) ?? null) : null
}

/** The table has no such transition, and the caller did not check with `nextStatus`. */
export class NoTransition extends InconsistentFacts {
  override name = 'NoTransition'
}

/** A row as it was read; `status` is its state in the column of the table of transitions. */
type Row<Status> = { readonly id: string; readonly status: Status; readonly version?: number }
/**
 * `set`: columns that change with the status. `guard`: columns besides status and version that must be
 * unchanged since the read.
 */
type RestOfUpdate<Table extends AnyTransitions> = {
  readonly set?: ChangeOf<Table['table']>
  readonly guard?: GuardOf<Table['table']>
}

const statusUpdate = (
  table: AnyTransitions,
  row: Row<string | null>,
  to: { readonly status: string; readonly set?: object; readonly guard?: object },
): GuardedUpdate => {
  if (table.versioned && row.version === undefined)
    throw new TypeError(`A row of ${table.table} needs its version`)
  const version = table.versioned ? { version: row.version } : {}
  const next = table.versioned ? { version: (row.version ?? 0) + 1 } : {}
  const from = { ...to.guard, ...version, [table.column]: row.status }
  const set = { [table.column]: to.status, ...to.set, ...next }
  return { table: table.table, id: row.id, from, set } as unknown as GuardedUpdate
}

/**
 * Returns the guarded update that changes the status from the state that was read to the state after `event`,
 * for a plan's `updates` or for `applyUpdate`. Throws NoTransition where the table has no such transition.
 * Besides it only `enterStatus`, `startWaiting` and `stopWaiting` change a status.
 */
export const transition = <Table extends AnyTransitions>(
  table: Table,
  row: Row<StateOf<Table>>,
  event: EventOf<Table>,
  change: RestOfUpdate<Table> = {},
): GuardedUpdate => {
  const status = nextStatus(table, row.status, event)
  if (status === null) throw new NoTransition(`${table.table}.${table.column}: no ${event} in ${row.status}`)
  return statusUpdate(table, row, { ...change, status })
}

/** Joins the transitions of two columns of one row, so that both are written or none. */
export const inOneUpdate = (first: GuardedUpdate, second: GuardedUpdate): GuardedUpdate => {
  if (first.table !== second.table || first.id !== second.id)
    throw new TypeError('Two transitions of one update are of one row')
  const [from, set] = [
    { ...first.from, ...second.from },
    { ...first.set, ...second.set },
  ]
  return { ...first, from, set }
}

/**
 * Applies a transition in the caller's transaction. False: the row has changed since it was read, and nothing
 * was written.
 */
export const applyTransition = <Table extends AnyTransitions>(
  sql: Queries,
  table: Table,
  row: Row<StateOf<Table>>,
  event: EventOf<Table>,
  change: RestOfUpdate<Table> = {},
): Promise<boolean> => applyUpdate(sql, transition(table, row, event, change))

/** Assigns the first status to a row that was inserted without one. */
export const enterStatus = <Table extends AnyTransitions>(
  table: Table,
  row: Row<null>,
  status: StateOf<Table>,
  change: RestOfUpdate<Table> = {},
): GuardedUpdate => {
  if (!table.initial.includes(status)) throw new NoTransition(`${table.table}: ${status} is not initial`)
  return statusUpdate(table, row, { ...change, status })
}

/**
 * Lets a row wait while an outside service is called for `event`. Throws NoTransition where the table has no
 * such transition.
 */
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

/** Ends the wait for `event`: in the target state if the service did it, else in the state before. */
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

/** All states of a table in their written order, for a CHECK, a filter or the wire's enum. */
export const statesOf = <Table extends AnyTransitions>(table: Table): StateOf<Table>[] =>
  Object.keys(table.states) as StateOf<Table>[]

/** All transitions of a table in their written order. */
export const transitionsOf = <Table extends AnyTransitions>(table: Table): Transition<Table>[] =>
  statesOf(table).flatMap((from) =>
    Object.entries(table.states[from] ?? {}).map(([event, to]) => ({
      from,
      event: event as EventOf<Table>,
      to: to as StateOf<Table>,
    })),
  )

/** All status changes that may be written; `from` is null for the first status. */
export const statusPairs = (table: AnyTransitions): { from: string | null; to: string }[] => {
  const pairs = new Map<string, { from: string | null; to: string }>()
  const add = (from: string | null, to: string) => pairs.set(`${from} ${to}`, { from, to })
  for (const status of table.initial) {
    add(null, status)
    // A row may be inserted while the service is being called.
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

/** Whether a state has no transition. */
export const isFinal = <Table extends AnyTransitions>(table: Table, state: StateOf<Table>): boolean =>
  Object.keys(table.states[state] ?? {}).length === 0
