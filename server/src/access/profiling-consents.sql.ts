import { profilingTextVersion } from '@cardamom/contract/access/device-profiling'
import { readHasDeviceProfiling } from '../companies/device-profiling.sql.ts'
import type { Config } from '../kernel/config.ts'
import type { Queries } from '../kernel/queries.ts'

type Person = { readonly userId: string; readonly companyId: string }

const last = `select given, text_version as "textVersion", at from profiling_consent
  where user_id = $1 and company_id = $2 order by id desc limit 1`
const insert = `insert into profiling_consent (id, company_id, user_id, given, text_version, at)
  values ($1, $2, $3, $4, $5, $6)`

export type Profiling = {
  /** A profiler is set up, and the company uses it. */
  readonly offered: boolean
  /** The person agreed to the present text, and did not withdraw. */
  readonly consented: boolean
  readonly decidedAt: Date | null
}

/** How things stand for one person in their present company. */
export const readProfiling = async (
  sql: Queries,
  { PROFILER_URL }: Pick<Config, 'PROFILER_URL'>,
  { userId, companyId }: Person,
): Promise<Profiling> => {
  type Row = { given: boolean; textVersion: string; at: Date }
  const offered = PROFILER_URL !== undefined && (await readHasDeviceProfiling(sql, companyId))
  const row = await sql.maybe<Row>(last, [userId, companyId])
  return {
    offered,
    consented: row !== null && row.given && row.textVersion === profilingTextVersion,
    decidedAt: row?.at ?? null,
  }
}

/** Whether this person's device may be looked at, and its id told to the step-up provider. */
export const readIsProfiled = async (
  sql: Queries,
  config: Pick<Config, 'PROFILER_URL'>,
  person: Person,
): Promise<boolean> => {
  const { offered, consented } = await readProfiling(sql, config, person)
  return offered && consented
}

/** Writes a decision down; the ones before it stay. */
export const insertProfilingDecision = async (
  sql: Queries,
  { id, userId, companyId, given, at }: Person & { id: string; given: boolean; at: Date },
): Promise<void> => {
  await sql.run(insert, [id, companyId, userId, given, profilingTextVersion, at])
}
