import type { Queries } from '../kernel/queries.ts'
import type { KycCaseRow } from './kyc-cases.sql.ts'
import type { KycStatus } from './kyc-status.ts'

/** Rows are ordered by their last change, newest first. */
export type KycPlace = { readonly changedAt: Date; readonly id: string }
type Begun = KycCaseRow & { readonly status: KycStatus }

const countCap = 10_000
// The companies are named although the policy sees to them: no index serves a policy (architecture §4).
const statements = (inScope: string) => {
  const begun = `${inScope} and status is not null and ($2::text is null or status = $2)`
  return {
    list: `select id, company_id, user_id, status, reason, findings, round, attempts_used, attempt_limit, kyc_hold,
        session_id, stated, version, changed_at
      from kyc_case where ${begun} and ($3::timestamptz is null or (changed_at, id) < ($3, $4::uuid))
      order by changed_at desc, id desc limit $5`,
    count: `select count(*) as count from (select 1 from kyc_case where ${begun} limit ${countCap + 1}) capped`,
  }
}
const ofAll = statements('$1::uuid[] is null')
const ofSome = statements('company_id = any($1)')

/** One page of the cases that the scope sees, and how many there are (up to 10,000). */
export const listCases = async (
  sql: Queries,
  wanted: {
    /** Null: of every company. */
    companyIds: readonly string[] | null
    status: KycStatus | null
    from: KycPlace | null
    limit: number
  },
): Promise<{ rows: Begun[]; hasMore: boolean; count: number; countIsCapped: boolean }> => {
  const { companyIds, status, from, limit } = wanted
  const { list, count } = companyIds ? ofSome : ofAll
  const rows = await sql.rows<Begun>(list, [
    companyIds,
    status,
    from?.changedAt ?? null,
    from?.id ?? null,
    limit + 1,
  ])
  const counted = Number((await sql.one<{ count: bigint }>(count, [companyIds, status])).count)
  return {
    rows: rows.slice(0, limit),
    hasMore: rows.length > limit,
    count: Math.min(counted, countCap),
    countIsCapped: counted > countCap,
  }
}

/** A place in a list, opaque to its reader, with the filter that it belongs to. */
export const cursorOf = (place: KycPlace, status: KycStatus | null): string =>
  Buffer.from(JSON.stringify([status, place.changedAt.toISOString(), place.id])).toString('base64url')

/** Null for a cursor that is none of this list, or of another filter. */
export const placeOf = (cursor: string, status: KycStatus | null): KycPlace | null => {
  try {
    const [of, at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as [
      unknown,
      string,
      string,
    ]
    const place = { changedAt: new Date(at), id }
    // Decoding skips characters that are none of its own, so the cursor is compared as a whole.
    const isPlace = of === status && /^[0-9a-f-]{36}$/.test(id) && cursor === cursorOf(place, status)
    return isPlace ? place : null
  } catch {
    return null
  }
}
