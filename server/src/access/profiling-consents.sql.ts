import { profilingTextVersion } from '@cardamom/contract/access/device-profiling'
import { readHasDeviceProfiling } from '../companies/device-profiling.sql.ts'
import type { Config } from '../kernel/config.ts'
import type { Queries } from '../kernel/queries.ts'

type Person = { readonly userId: string; readonly companyId: string }

export type Profiling = {
  /** A profiler is configured, and the company uses it. */
  readonly offered: boolean
  /** The person agreed to the present text and did not withdraw. */
  readonly consented: boolean
  readonly decidedAt: Date | null
}

/** The consent state of one person in their present company. */
export const readProfiling = async (
  sql: Queries,
  { PROFILER_URL }: Pick<Config, 'PROFILER_URL'>,
  { userId, companyId }: Person,
): Promise<Profiling> => {
  const offered = PROFILER_URL !== undefined && (await readHasDeviceProfiling(sql, companyId))
  const last = await sql
    .selectFrom('profilingConsent')
    .select(['granted', 'textVersion', 'at'])
    .where('userId', '=', userId)
    .where('companyId', '=', companyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    offered,
    consented: last !== undefined && last.granted && last.textVersion === profilingTextVersion,
    decidedAt: last?.at ?? null,
  }
}

/** Whether this person's device may be profiled, and its id sent to the step-up provider. */
export const readIsProfiled = async (
  sql: Queries,
  config: Pick<Config, 'PROFILER_URL'>,
  person: Person,
): Promise<boolean> => {
  const { offered, consented } = await readProfiling(sql, config, person)
  return offered && consented
}

/** Stores a decision; earlier decisions stay. */
export const insertProfilingDecision = async (
  sql: Queries,
  decision: Person & { id: string; granted: boolean; at: Date },
): Promise<void> => {
  await sql
    .insertInto('profilingConsent')
    .values({ ...decision, textVersion: profilingTextVersion })
    .execute()
}
