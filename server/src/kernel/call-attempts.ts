import { applyUpdate, guardedUpdate } from './guarded-update.ts'
import type { Queries } from './queries.ts'
import { applyTransition, nextStatus, type AnyTransitions, type EventOf, type StateOf } from './states.ts'

/** Columns that every table of outside calls has. */
export type CallRow<Status extends string = string> = {
  readonly id: string
  readonly status: Status
  /** Attempts that were sent, including the last one. */
  readonly attempts: number
  /** When the last attempt was recorded, in business time and in real time. */
  readonly sentAt: Date | null
  readonly calledAt: Date | null
  /**
   * The first read after the last attempt that found no effect. Null: no read found none, or a later read
   * found one.
   */
  readonly absentSince: Date | null
}

/** The further columns of one kind of call: what is called, and what was read before it. */
export type OwnColumns<Call extends CallRow> = Partial<Omit<Call, keyof CallRow>>

/** The time of an attempt, and the facts that were read for it. */
type AttemptStart<Call extends CallRow> = {
  readonly sentAt: Date
  readonly calledAt: Date
  readonly set: OwnColumns<Call>
}

/**
 * The writes of a call's attempts. Each applies only while the call is unchanged since it was read, so a slow
 * worker cannot overwrite a newer attempt.
 */
export type CallAttempts<Status extends string> = {
  /**
   * Records an attempt before it is sent and returns the call after it. Null: another worker makes the
   * attempt.
   */
  readonly sent: <Call extends CallRow<Status>>(
    sql: Queries,
    call: Call,
    at: AttemptStart<Call>,
  ) => Promise<Call | null>
  /** The request was not sent, or the provider did nothing: the attempt does not count. */
  readonly notSent: (sql: Queries, call: CallRow<Status>) => Promise<boolean>
  /** A read proved that the attempt had no effect. Another attempt may follow. */
  readonly absent: (sql: Queries, call: CallRow<Status>) => Promise<boolean>
  /** Sets the time of the first read that found no effect; null: the last read found an effect. */
  readonly absentSince: (sql: Queries, call: CallRow<Status>, at: Date | null) => Promise<boolean>
}

/** @param events events of the table's transitions, one for each result of an attempt */
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
    // Each table of calls has these columns, but the type of a table does not say so.
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
