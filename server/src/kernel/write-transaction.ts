import type { AuditEntry } from './audit-entry.ts'
import type { Database, Scope } from './database.ts'
import type { Outbox } from './outbox.ts'
import type { EventDraft, JobDraft } from './plan.ts'
import type { Queries } from './queries.ts'
import { createChangeList, type ChangeDraft, type RecordedChange } from './recorded-change.ts'

/** A transaction of a job or a handler, with the events and jobs that are written at its commit. */
export type WriteTransaction = {
  readonly sql: Queries
  readonly emit: (event: EventDraft) => void
  readonly enqueue: (job: JobDraft) => void
  /** Records with the audit row what changed (security §6). A job writes an audit row for it. */
  readonly recordChange: (change: ChangeDraft) => void
}

/** Writes an audit row with what changed. */
export type RecordJob = (sql: Queries, entry: AuditEntry, changes: readonly RecordedChange[]) => Promise<void>

/** One transaction; its events and jobs are written at its end. `by` is the audit row of its recorded changes. */
export const writeWith =
  (deps: { db: Database; outbox: Outbox; recordJob?: RecordJob }) =>
  async <T>(scope: Scope, use: (tx: WriteTransaction) => Promise<T>, by?: AuditEntry): Promise<T> =>
    deps.db.write(scope, async (sql) => {
      const events: EventDraft[] = []
      const jobs: JobDraft[] = []
      const { changes, recordChange } = createChangeList()
      const result = await use({
        sql,
        emit: (event) => events.push(event),
        enqueue: (job) => jobs.push(job),
        recordChange,
      })
      await deps.outbox.write(sql, { events, jobs })
      if (changes.length === 0) return result
      if (!by || !deps.recordJob) throw new Error('A change is recorded without an audit row')
      await deps.recordJob(sql, by, changes)
      return result
    })
