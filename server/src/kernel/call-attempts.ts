import { applyUpdate, guardedUpdate } from './guarded-update.ts'
import type { Queries } from './queries.ts'
import { applyTransition, nextStatus, type AnyTransitions, type EventOf, type StateOf } from './states.ts'

/** The columns that every table of outside calls has besides its own. */
export type CallRow<Status extends string = string> = {
  readonly id: string
  readonly status: Status
  /** Attempts that left this machine, the last one included. */
  readonly attempts: number
  /** When the last attempt was written down: business time and real time. */
  readonly sentAt: Date | null
  readonly calledAt: Date | null
  /** The first read since then that found no effect; null: there was none, or a later one found something. */
  readonly absentSince: Date | null
}

/** A call's own columns: those that say what is called, and what was read before it. */
export type OwnColumns<Call extends CallRow> = Partial<Omit<Call, keyof CallRow>>

/** When an attempt is made, and what was read before it. */
type Sending<Call extends CallRow> = {
  readonly sentAt: Date
  readonly calledAt: Date
  readonly set: OwnColumns<Call>
}

/**
 * The writes of a call's attempts. Each changes the call only while it is as it was read: a worker that comes too late
 * changes nothing of an attempt that another one made since.
 */
export type CallAttempts<Status extends string> = {
  /** Writes an attempt down before it is made; gives the call as it is then. Null: another worker makes it. */
  readonly sent: <Call extends CallRow<Status>>(
    sql: Queries,
    call: Call,
    at: Sending<Call>,
  ) => Promise<Call | null>
  /** Nothing left this machine, or the provider did no work: the attempt does not count. */
  readonly notSent: (sql: Queries, call: CallRow<Status>) => Promise<boolean>
  /** The attempt is proved to have had no effect: another may be made. */
  readonly absent: (sql: Queries, call: CallRow<Status>) => Promise<boolean>
  /** The first read that found no effect; null: the last one found something. */
  readonly absentSince: (sql: Queries, call: CallRow<Status>, at: Date | null) => Promise<boolean>
}

/** @param events the events of the table's transitions for what happens to an attempt */
export const callAttempts = <Table extends AnyTransitions>(
  table: Table,
  events: { readonly [Write in 'sent' | 'notSent' | 'absent']: EventOf<Table> },
): CallAttempts<StateOf<Table>> => {
  type Call = CallRow<StateOf<Table>>
  const write = (
    sql: Queries,
    call: Call,
    to: { event: EventOf<Table>; set: Partial<Omit<CallRow, 'id' | 'status'>> },
  ) =>
    // Each table of calls has these columns, which the type of any table does not say.
    applyTransition(sql, table, call, to.event, { guard: { attempts: call.attempts }, set: to.set } as never)
  const mayBe = (call: Call, event: EventOf<Table>) => nextStatus(table, call.status, event)

  return {
    sent: async (sql, call, { set, ...at }) => {
      const status = mayBe(call, events.sent)
      if (status === null) return null
      const attempt = { ...at, ...set, attempts: call.attempts + 1, absentSince: null }
      const isOurs = await write(sql, call, { event: events.sent, set: attempt })
      return isOurs ? { ...call, ...attempt, status } : null
    },
    notSent: async (sql, call) =>
      mayBe(call, events.notSent) !== null &&
      write(sql, call, { event: events.notSent, set: { attempts: call.attempts - 1 } }),
    absent: async (sql, call) =>
      mayBe(call, events.absent) !== null &&
      write(sql, call, { event: events.absent, set: { absentSince: null } }),
    absentSince: (sql, { id, status, attempts }, at) => {
      const update = { table: table.table, id, from: { attempts, status }, set: { absentSince: at } }
      return applyUpdate(sql, guardedUpdate(update as never))
    },
  }
}
