import { sql as fragment, type RawBuilder } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { owedCents, standingCents, waitsAs } from './share-state.ts'

const mostMonths = 12
const mostCodes = 200
const mostEarners = 20

const sumOf = (state: 'pending' | 'due' | 'stopped', now: Date) =>
  fragment<bigint>`coalesce(sum(${standingCents}) filter (where ${waitsAs(state, now)}), 0)::int8`

const sums = (now: Date) =>
  [
    sumOf('pending', now).as('pending'),
    sumOf('due', now).as('due'),
    sumOf('stopped', now).as('stopped'),
    fragment<bigint>`coalesce(sum(${standingCents}) filter (where share.settlement_id is not null), 0)::int8`.as(
      'settled',
    ),
    fragment<bigint>`coalesce(sum(${standingCents}), 0)::int8`.as('total'),
    fragment<bigint>`coalesce(sum(${owedCents}), 0)::int8`.as('owed'),
    fragment<number>`count(*)::int4`.as('shares'),
  ] as const

/** Sums of shares by one value, such as their code. */
const sumsBy = <T>(sql: Queries, value: RawBuilder<T>, now: Date) =>
  sql
    .selectFrom('share')
    .select([value.as('value'), ...sums(now)])
    .groupBy(fragment`1`)

/** What an owner earned, by code; null is the referral code. */
export const sumByCode = (sql: Queries, ownerId: string, now: Date) =>
  sumsBy(sql, fragment<string | null>`share.seller_code_id`, now)
    .where('share.ownerId', '=', ownerId)
    .orderBy(fragment`total desc`)
    .limit(mostCodes)
    .execute()

/** What an owner earned, by the months of a time zone, the last first. */
export const sumByMonth = (
  sql: Queries,
  { ownerId, now, timeZone }: { ownerId: string; now: Date; timeZone: string },
) =>
  sumsBy(sql, fragment<string>`to_char(share.accepted_at at time zone ${timeZone}, 'YYYY-MM')`, now)
    .where('share.ownerId', '=', ownerId)
    .orderBy(fragment`1 desc`)
    .limit(mostMonths)
    .execute()

/** What an owner earned of what was accepted between two instants. */
export const sumAccepted = async (
  sql: Queries,
  { ownerId, from, to, now }: { ownerId: string; from: Date; to: Date; now: Date },
) => {
  const rows = sql
    .selectFrom('share')
    .select([...sums(now)])
    .where('share.ownerId', '=', ownerId)
    .where('share.acceptedAt', '>=', from)
    .where('share.acceptedAt', '<', to)
  return rows.executeTakeFirstOrThrow()
}

/** What each owner earned with a code, as far as the reader sees their shares. */
export const sumByOwner = (sql: Queries, codeId: string, now: Date) =>
  sumsBy(sql, fragment<string>`share.owner_id`, now)
    .where('share.sellerCodeId', '=', codeId)
    .orderBy(fragment`total desc`)
    .limit(mostEarners)
    .execute()

/** What each owner has earned from the loads of these people, by payer and owner: `payer owner`. */
export const sumByPayerAndOwner = async (
  sql: Queries,
  payerIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> => {
  const rows = await sql
    .selectFrom('share')
    .select(['share.payerId', 'share.ownerId'])
    .select(fragment<bigint>`sum(${standingCents})::int8`.as('total'))
    .where('share.payerId', 'in', payerIds.length > 0 ? [...payerIds] : [null])
    .groupBy(['share.payerId', 'share.ownerId'])
    .execute()
  return new Map(rows.map(({ payerId, ownerId, total }) => [`${payerId} ${ownerId}`, total]))
}

/** What the referral code of each of these owners has earned. */
export const sumByReferralCode = async (
  sql: Queries,
  ownerIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> => {
  const rows = await sql
    .selectFrom('share')
    .select('share.ownerId')
    .select(fragment<bigint>`sum(${standingCents})::int8`.as('total'))
    .where('share.sellerCodeId', 'is', null)
    .where('share.ownerId', '=', anyOf(ownerIds))
    .groupBy('share.ownerId')
    .execute()
  return new Map(rows.map(({ ownerId, total }) => [ownerId, total]))
}

/** Names of people whose loads the reader has shares of, or their initials. */
export const readPayerNames = async (
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await sql.rows<{ id: string; name: string }>('select id, name from names_of_payers($1)', [ids])
  return new Map(rows.map(({ id, name }) => [id, name]))
}
