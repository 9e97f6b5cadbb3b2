import type { Selectable } from 'kysely'
import { houseId } from '../companies/company.ts'
import { changedOne, constant, type Queries } from '../kernel/queries.ts'
import type { ReconcileRun } from '../kernel/schema.ts'
import type { IssuerTransactionEvent } from '../providers/issuer/port.ts'

export type RunRecord = Readonly<Selectable<ReconcileRun>>

export const reconcileRuns = (sql: Queries) => sql.selectFrom('reconcileRun').selectAll()

export const findRun = async (sql: Queries, id: string): Promise<RunRecord | null> =>
  (await reconcileRuns(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** The last run that is done, or the run that is under way. */
export const readLastRun = async (sql: Queries, which: 'done' | 'current'): Promise<RunRecord | null> =>
  (await reconcileRuns(sql)
    .where('status', which === 'done' ? '=' : '<>', constant('done'))
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** Starts a run. False: another one is under way. */
export const insertRun = async (
  sql: Queries,
  run: { id: string; requestedBy: string | null; from: Date; until: Date; startedAt: Date },
): Promise<boolean> =>
  changedOne(
    await sql
      .insertInto('reconcileRun')
      .values({
        id: run.id,
        companyId: houseId,
        status: 'reading',
        requestedBy: run.requestedBy,
        comparedFrom: run.from,
        comparedUntil: run.until,
        startedAt: run.startedAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow(),
  )

/** What a run has done so far, besides its status. */
export const writeProgress = async (
  sql: Queries,
  id: string,
  set: Partial<Pick<RunRecord, 'nextPage' | 'checkedTo' | 'healedCount' | 'failure'>>,
): Promise<void> => {
  await sql.updateTable('reconcileRun').set(set).where('id', '=', id).execute()
}

/** Stores the issuer's events of a run, and returns the ids of those that were not stored before. */
export const insertRecords = async (
  sql: Queries,
  runId: string,
  events: readonly IssuerTransactionEvent[],
): Promise<ReadonlySet<string>> => {
  if (events.length === 0) return new Set()
  const stored = await sql.rows<{ id: string }>(
    `insert into reconcile_record (run_id, event_id, transaction_id, issuer_card_id, type, amount_cents, fee_cents, occurred_at)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::int8[], $7::int8[], $8::timestamptz[])
     on conflict do nothing returning event_id as id`,
    [
      runId,
      events.map(({ eventId }) => eventId),
      events.map(({ transactionId }) => transactionId),
      events.map(({ issuerCardId }) => issuerCardId),
      events.map(({ type }) => type),
      events.map(({ amountCents }) => amountCents),
      events.map(({ fees }) => fees.reduce((sum, { amountCents }) => sum + amountCents, 0n)),
      events.map(({ occurredAt }) => occurredAt),
    ],
  )
  return new Set(stored.map(({ id }) => id))
}

export const deleteRecords = async (sql: Queries, runId: string): Promise<void> => {
  await sql.deleteFrom('reconcileRecord').where('runId', '=', runId).execute()
}
