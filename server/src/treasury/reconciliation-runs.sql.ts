import { sql as fragment, type Selectable } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { ReconciliationRun } from '../kernel/schema.ts'
import type { CheckName } from './findings.sql.ts'

const hourMs = 3_600_000

/** The longest time in ms between two successes of each check. After that a person has to look. */
export const successBounds: Readonly<Record<CheckName, number>> = {
  R1: 3 * hourMs,
  R2: 3 * hourMs,
  R3: 3 * hourMs,
  R4: 3 * hourMs,
  issuer_day: 30 * hourMs,
  R7: 30 * hourMs,
  ageing: 30 * hourMs,
}
export const checkNames = Object.keys(successBounds) as CheckName[]

const runsOf = (sql: Queries, names: readonly CheckName[]) =>
  sql.updateTable('reconciliationRun').where('name', '=', anyOf(names))

export const recordStart = async (sql: Queries, names: readonly CheckName[], startedAt: Date) => {
  const since = fragment<Date>`coalesce(since, ${startedAt})`
  await runsOf(sql, names).set({ startedAt, since }).execute()
}

/** What a check has covered: cards compared of all, and when the first of them was compared. */
type Coverage = { readonly covered: number; readonly total: number; readonly oldestAt?: Date | null }

/** A check has compared both sides, whatever it found. */
export const recordSuccess = async (
  sql: Queries,
  names: readonly CheckName[],
  { at, covered, total, oldestAt = null }: Coverage & { readonly at: Date },
) => {
  await runsOf(sql, names).set({ succeededAt: at, covered, total, oldestAt }).execute()
}

export const recordFailure = async (
  sql: Queries,
  names: readonly CheckName[],
  { at, failure }: { readonly at: Date; readonly failure: string },
) => {
  await runsOf(sql, names).set({ failedAt: at, failure }).execute()
}

/** When a check last succeeded; null: never. Scope: jobs. */
export const readComparedAt = async (sql: Queries, name: CheckName): Promise<Date | null> =>
  (
    await sql
      .selectFrom('reconciliationRun')
      .select('succeededAt')
      .where('name', '=', name)
      .executeTakeFirst()
  )?.succeededAt ?? null

/** A check, its last run and its findings. */
export type ReconciliationState = Readonly<Omit<Selectable<ReconciliationRun>, 'name' | 'since'>> & {
  readonly name: CheckName
  /** Time in ms since its last success, or since its first start. */
  readonly ageMs: number
  /** Time in ms since the oldest comparison that it is made of; null: it is one comparison. */
  readonly oldestMs: number | null
  /** Findings that were confirmed and stand. */
  readonly openFindings: number
  /** Its last success, or its oldest comparison, is longer ago than its bound, or it never started. */
  readonly isOverdue: boolean
}

/** Every check of the reconciliation with its last run and its open findings. Scope: jobs. */
export const readReconciliation = async (sql: Queries, now: Date): Promise<ReconciliationState[]> => {
  const open = fragment<bigint>`(select count(*) from reconciliation_finding f
    where f.invariant = run.name and f.status = 'open')`
  const rows = await sql
    .selectFrom('reconciliationRun as run')
    .selectAll('run')
    .select(open.as('openFindings'))
    .$narrowType<{ name: CheckName }>()
    .execute()
  return rows
    .map(({ since, openFindings, ...run }) => {
      const last = run.succeededAt ?? since
      const ageMs = last ? Math.max(0, now.getTime() - last.getTime()) : 0
      const oldestMs = run.oldestAt && Math.max(0, now.getTime() - run.oldestAt.getTime())
      const isOverdue = last === null || Math.max(ageMs, oldestMs ?? 0) > successBounds[run.name]
      return { ...run, ageMs, oldestMs, openFindings: Number(openFindings), isOverdue }
    })
    .toSorted((one, other) => checkNames.indexOf(one.name) - checkNames.indexOf(other.name))
}
