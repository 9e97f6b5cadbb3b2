import { events, type EventEntity, type EventPayload, type EventType } from '@cardamom/contract/events'
import type { Clock } from './clock.ts'
import { wakeWorkers } from './job-rows.sql.ts'
import type { Queries } from './queries.ts'
import type { Ids } from './ids.ts'
import type { EventDraft, JobDraft } from './plan.ts'

/** An event as its consumers receive it. */
export type EventMessage<Type extends EventType = EventType> = {
  readonly eventId: string
  readonly type: Type
  readonly entity: EventEntity<Type>
  readonly entityId: string
  readonly companyId: string | null
  readonly userId: string | null
  readonly payload: EventPayload<Type>
  /**
   * When it happened, ISO 8601. A consumer may run hours later. Messages of older versions do not have it.
   */
  readonly at?: string
}

export type EventRow = {
  id: string
  type: string
  entity: string
  entity_id: string
  company_id: string | null
  user_id: string | null
  payload: Readonly<Record<string, unknown>>
  at: Date
}
export type JobRow = {
  id: string
  name: string
  key: string | null
  payload: Readonly<Record<string, unknown>>
  due_at: Date
}

/**
 * Turns events into rows: the event and one job for each consumer, written in the transaction of the change,
 * so that none is lost (architecture §4).
 */
export type Outbox = {
  /** Registers a job name as consumer of an event type, while the modules are mounted. */
  readonly subscribe: (eventType: EventType, jobName: string) => void
  readonly expand: (
    events: readonly EventDraft[],
    jobs?: readonly JobDraft[],
  ) => { eventRows: EventRow[]; jobRows: JobRow[] }
  /** Writes them in an open transaction. */
  readonly write: (
    sql: Queries,
    drafts: { events: readonly EventDraft[]; jobs: readonly JobDraft[] },
  ) => Promise<void>
}

// Raw SQL: one statement and one plan for any number of rows. The poster sends the same rows as JSON, with
// SQL names.
const insertEvents = `insert into event (id, type, entity, entity_id, company_id, user_id, payload, at)
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::jsonb[], $8::timestamptz[])`
const insertJobs = `insert into job (id, name, key, payload, due_at)
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz[]) on conflict (key) do nothing`

export const createOutbox = (deps: { ids: Ids; clock: Clock }): Outbox => {
  const consumers = new Map<string, string[]>()
  const expand: Outbox['expand'] = (drafts, jobs = []) => {
    const at = deps.clock.now()
    const eventRows: EventRow[] = []
    const jobRows: JobRow[] = []
    for (const draft of drafts) {
      const id = deps.ids.next()
      const { type, entityId, companyId, userId, payload = {} } = draft
      const { entity } = events[type]
      eventRows.push({
        id,
        type,
        entity,
        entity_id: entityId,
        company_id: companyId,
        user_id: userId,
        payload,
        at,
      })
      const about = { type, entity, entityId, companyId, userId }
      const message: EventMessage = { eventId: id, ...about, payload, at: at.toISOString() }
      for (const name of consumers.get(type) ?? []) {
        jobRows.push({ id: deps.ids.next(), name, key: null, payload: message, due_at: at })
      }
    }
    for (const { name, payload = {}, dueAt = at, key = null } of jobs) {
      jobRows.push({ id: deps.ids.next(), name, key, payload, due_at: dueAt })
    }
    return { eventRows, jobRows }
  }
  return {
    subscribe: (type, jobName) => consumers.set(type, [...(consumers.get(type) ?? []), jobName]),
    expand,
    write: async (sql, { events: drafts, jobs }) => {
      const { eventRows: e, jobRows: j } = expand(drafts, jobs)
      if (e.length > 0) {
        await sql.run(insertEvents, [
          e.map(({ id }) => id),
          e.map(({ type }) => type),
          e.map(({ entity }) => entity),
          e.map((row) => row.entity_id),
          e.map((row) => row.company_id),
          e.map((row) => row.user_id),
          e.map((row) => JSON.stringify(row.payload)),
          e.map((row) => row.at),
        ])
      }
      if (j.length > 0) {
        await sql.run(insertJobs, [
          j.map(({ id }) => id),
          j.map(({ name }) => name),
          j.map(({ key }) => key),
          j.map((row) => JSON.stringify(row.payload)),
          j.map((row) => row.due_at),
        ])
      }
      if (e.length > 0) await sql.run(`select pg_notify('event', '')`)
      if (j.length > 0) await wakeWorkers(sql)
    },
  }
}
