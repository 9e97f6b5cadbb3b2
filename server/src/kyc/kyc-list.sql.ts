import type { ExpressionBuilder } from 'kysely'
import { countCap, countUpToCap } from '../kernel/keyset.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { kycCases, type StartedCase } from './kyc-cases.sql.ts'
import type { KycStatus } from './kyc-status.ts'

/** Rows are ordered by their last change, newest first. */
export type KycPosition = { readonly changedAt: Date; readonly id: string }

/** One page of the cases that the scope sees, and how many there are (up to 10,000). */
export const listCases = async (
  sql: Queries,
  wanted: {
    /** Null: of every company. */
    companyIds: readonly string[] | null
    status: KycStatus | null
    from: KycPosition | null
    limit: number
  },
): Promise<{ rows: StartedCase[]; hasMore: boolean; count: number; countIsCapped: boolean }> => {
  const { companyIds, status, from, limit } = wanted
  // The companies are named although the policy sees to them: no index serves a policy (architecture §4).
  const isListed = (row: ExpressionBuilder<DB, 'kycCase'>) =>
    row.and([
      row('status', 'is not', null),
      ...(companyIds ? [row('companyId', '=', anyOf(companyIds))] : []),
      ...(status ? [row('status', '=', status)] : []),
    ])
  const cases = kycCases(sql).where(isListed).$narrowType<{ status: KycStatus }>()
  const rest = from
    ? cases.where((row) => row(row.refTuple('changedAt', 'id'), '<', row.tuple(from.changedAt, from.id)))
    : cases
  const rows = await rest
    .orderBy('changedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const counted = await countUpToCap(sql, sql.selectFrom('kycCase').where(isListed))
  return {
    rows: rows.slice(0, limit),
    hasMore: rows.length > limit,
    count: Math.min(counted, countCap),
    countIsCapped: counted > countCap,
  }
}

/** A position in a list, opaque to its reader, with the filter that it belongs to. */
export const cursorOf = (position: KycPosition, status: KycStatus | null): string =>
  Buffer.from(JSON.stringify([status, position.changedAt.toISOString(), position.id])).toString('base64url')

/** Null for a cursor that is none of this list, or of another filter. */
export const positionOf = (cursor: string, status: KycStatus | null): KycPosition | null => {
  try {
    const [of, at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as [
      unknown,
      string,
      string,
    ]
    const position = { changedAt: new Date(at), id }
    // Decoding skips characters that are none of its own, so the cursor is compared as a whole.
    const isPosition = of === status && /^[0-9a-f-]{36}$/.test(id) && cursor === cursorOf(position, status)
    return isPosition ? position : null
  } catch {
    return null
  }
}
