import type { BreakClass } from '@cardamom/contract/reconciliation'
import { sql as fragment, type Selectable } from 'kysely'
import type { BusinessCalendar } from '../calendar/business-time.ts'
import { houseId } from '../companies/company.ts'
import type { Ids } from '../kernel/ids.ts'
import { anyOf, changedOne, constant, type Queries } from '../kernel/queries.ts'
import type { ReconcileBreak } from '../kernel/schema.ts'
import { applyTransition } from '../kernel/states.ts'
import { ageOf, breakTransitions } from './break-status.ts'
import type { RunRecord } from './runs.sql.ts'

export type BreakRecord = Readonly<Selectable<ReconcileBreak>>

export const reconcileBreaks = (sql: Queries) => sql.selectFrom('reconcileBreak').selectAll('reconcileBreak')

export const lockBreak = async (sql: Queries, id: string): Promise<BreakRecord | null> =>
  (await reconcileBreaks(sql).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** Writes who looks at a break and the note on it. */
export const writeBreak = async (
  sql: Queries,
  { id, ...set }: Pick<BreakRecord, 'id' | 'ownerId' | 'note' | 'version'>,
): Promise<boolean> =>
  changedOne(
    await sql
      .updateTable('reconcileBreak')
      .set(set)
      .where('id', '=', id)
      .where('version', '=', set.version - 1)
      .executeTakeFirst(),
  )

/** A difference as a run found it. `eventAt`: of an event, which only runs of its day look for. */
export type FoundBreak = {
  readonly class: BreakClass
  readonly subject: string
  /** Null: of the whole installation. */
  readonly companyId: string | null
  readonly eventAt: Date | null
  readonly transactionId: string | null
  readonly cardId: string | null
  readonly amountCents: bigint | null
  readonly oursCents: bigint | null
  readonly theirsCents: bigint | null
  readonly ours: string | null
  readonly theirs: string | null
  readonly detail: string | null
}

/** Records the differences that a run found. One that is open already stays the same row, with the present figures. */
export const recordBreaks = async (
  sql: Queries,
  found: readonly FoundBreak[],
  { ids, at, runId }: { readonly ids: Ids; readonly at: Date; readonly runId: string },
): Promise<void> => {
  if (found.length === 0) return
  const now = (column: string) => fragment<never>`excluded.${fragment.ref(column)}`
  await sql
    .insertInto('reconcileBreak')
    .values(
      found.map(({ companyId, ...each }) => ({
        ...each,
        id: ids.next(),
        status: 'open',
        foundRunId: runId,
        seenRunId: runId,
        foundAt: at,
        companyId: companyId ?? houseId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['class', 'subject'])
        .where('status', '=', constant('open'))
        .doUpdateSet({
          seenRunId: runId,
          amountCents: now('amountCents'),
          oursCents: now('oursCents'),
          theirsCents: now('theirsCents'),
          ours: now('ours'),
          theirs: now('theirs'),
          detail: now('detail'),
        }),
    )
    .execute()
}

const openBreaks = (sql: Queries) =>
  sql
    .selectFrom('reconcileBreak')
    .select(['id', 'version', 'foundAt', 'age'])
    .where('status', '=', constant('open'))
type Page = { readonly after: string; readonly limit: number }
const firstId = '00000000-0000-0000-0000-000000000000'

/** Ends some of the breaks that a run looked for and did not find. Returns their number. */
export const endUnseen = async (
  sql: Queries,
  run: Pick<RunRecord, 'id' | 'comparedFrom' | 'comparedUntil'>,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<number> => {
  const unseen = await openBreaks(sql)
    .where('seenRunId', '<>', run.id)
    .where((eb) =>
      eb.or([
        eb('eventAt', 'is', null),
        eb.and([eb('eventAt', '>=', run.comparedFrom), eb('eventAt', '<', run.comparedUntil)]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  for (const { id } of unseen)
    await applyTransition(sql, breakTransitions, { id, status: 'open' }, 'break.gone', {
      set: { endedAt: at },
    })
  return unseen.length
}

/** Writes the age of some open breaks, and returns the id of the last one; null: there are no more. */
export const writeAges = async (
  sql: Queries,
  { after, limit }: Page,
  { calendar, now }: { readonly calendar: BusinessCalendar; readonly now: Date },
): Promise<string | null> => {
  const rows = await openBreaks(sql)
    .where('id', '>', after || firstId)
    .orderBy('id')
    .limit(limit)
    .execute()
  const changed = Map.groupBy(
    rows.filter((row) => ageOf({ from: row.foundAt, to: now }, calendar) !== row.age),
    ({ foundAt }) => ageOf({ from: foundAt, to: now }, calendar),
  )
  for (const [age, aged] of changed)
    await sql
      .updateTable('reconcileBreak')
      .set({ age })
      .where('id', '=', anyOf(aged.map(({ id }) => id)))
      .execute()
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null)
}

/** Breaks that a run was the first to find. */
export const countFound = async (sql: Queries, runId: string): Promise<number> => {
  const { count } = await sql
    .selectFrom('reconcileBreak')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('foundRunId', '=', runId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** When the oldest event happened of which a break is open; null: there is none. */
export const readOldestOpen = async (sql: Queries): Promise<Date | null> => {
  const { at } = await sql
    .selectFrom('reconcileBreak')
    .select(({ fn }) => fn.min('eventAt').as('at'))
    .where('status', '=', constant('open'))
    .executeTakeFirstOrThrow()
  return at
}

/** Open breaks by class and age. */
export const countOpen = (sql: Queries) =>
  sql
    .selectFrom('reconcileBreak')
    .select(['class', 'age'])
    .select(({ fn }) => [
      fn.countAll<bigint>().as('count'),
      fragment<bigint>`coalesce(sum(abs(amount_cents)), 0)::int8`.as('amountCents'),
    ])
    .where('status', '=', constant('open'))
    .groupBy(['class', 'age'])
    .execute()
