import { sql as fragment } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import { followersOf, type Path, type Version } from './fee-followers.ts'

/** One change of schedules at a time, so that each knows the versions that it follows. */
export const lockFees = async (sql: Queries): Promise<void> => {
  await sql
    .selectNoFrom(fragment`pg_advisory_xact_lock(hashtextextended('fee_schedules', 0))`.as('lock'))
    .execute()
}

/** Whom a version is from. The product writes followers, in the transaction of the change above. */
export type Authors = {
  readonly createdBy: string | null
  readonly approvedBy: string | null
  readonly reason: string | null
}
const product: Authors = { createdBy: null, approvedBy: null, reason: null }

type NearVersion = Version & { readonly path: Path | null; readonly lastVersion: number }

/** Versions around a company, or around the platform, from an instant on. */
export const readVersionsNear = (
  sql: Queries,
  { companyId, from }: { companyId: string | null; from: Date },
): Promise<NearVersion[]> =>
  sql
    .selectFrom(fragment<NearVersion>`fee_versions_near(${companyId}, ${from})`.as('near'))
    .selectAll()
    .execute()

const insertVersions = async (
  sql: Queries,
  { versions, now }: { versions: readonly (Version & Authors)[]; now: Date },
): Promise<void> => {
  const text = (rates: readonly bigint[]) => rates.map(String)
  const rows = versions.map((each) => ({
    id: each.id,
    company_id: each.companyId,
    version: each.version,
    valid_from: each.validFrom,
    way: each.way,
    level: each.level,
    base_id: each.baseId,
    regular: text(each.regular),
    immediate: text(each.immediate),
    transfer: text(each.transfer),
    created_by: each.createdBy,
    approved_by: each.approvedBy,
    reason: each.reason,
  }))
  await sql
    .selectNoFrom(fragment`add_fee_versions(${JSON.stringify(rows)}::jsonb, ${now})`.as('added'))
    .execute()
}

/** A version to write: its number follows from those that the company has. */
export type Change = Omit<Version, 'id' | 'version'> & Authors & { readonly path: Path }

/**
 * Writes a version and all that follow from it, in one transaction. `near` are the versions around it, read after the lock
 * was acquired.
 */
export const writeChange = async (
  sql: Queries,
  of: { change: Change; near: readonly NearVersion[]; now: Date; newId: () => string },
): Promise<{ readonly made: Version; readonly followers: readonly Version[] }> => {
  const { near, now, newId } = of
  const { path, createdBy, approvedBy, reason, ...change } = of.change
  const last = new Map(near.map(({ companyId, lastVersion }) => [companyId, lastVersion]))
  const nextVersion = (companyId: string | null) => {
    const version = (last.get(companyId) ?? 0) + 1
    last.set(companyId, version)
    return version
  }
  const made: Version = { ...change, id: newId(), version: nextVersion(change.companyId) }
  const paths = new Map(
    near.flatMap((each) => (each.companyId && each.path ? [[each.companyId, each.path]] : [])),
  )
  if (made.companyId !== null) paths.set(made.companyId, path)
  const followers = followersOf({
    versions: [...near, made],
    companies: [...paths].map(([companyId, own]) => ({ companyId, path: own })),
    from: made.validFrom,
    nextVersion,
    newId,
  })
  await insertVersions(sql, {
    versions: [
      { ...made, createdBy, approvedBy, reason },
      ...followers.map((each) => ({ ...each, ...product })),
    ],
    now,
  })
  return { made, followers }
}

/** A version that ended what a company had set, and who had set it. Null: it is unknown, or ended nothing. */
export const findEndedFees = async (sql: Queries, id: string) => {
  const ended = await sql
    .selectFrom('feeSchedule')
    .select(['companyId', 'level', 'version', 'validFrom'])
    .where('id', '=', id)
    .where('way', '=', 'ended')
    .executeTakeFirst()
  if (!ended || ended.companyId === null) return null
  const { companyId, validFrom } = ended
  const own = await sql
    .selectFrom('feeSchedule')
    .select('createdBy')
    .where('companyId', '=', companyId)
    .where('way', '=', 'company')
    .where('level', '=', ended.level)
    .where('version', '<', ended.version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return own?.createdBy ? { setBy: own.createdBy, companyId, validFrom } : null
}
