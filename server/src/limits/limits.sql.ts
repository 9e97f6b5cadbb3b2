import { sql as fragment, type Selectable } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { PayinLimit as Limits } from '../kernel/schema.ts'

export type PayinCategory = Selectable<Limits>['category']

/** min ≤ max ≤ daily, in cents (domain §3). */
export type PayinLimit = {
  readonly minimumCents: bigint
  readonly maximumCents: bigint
  readonly dailyCents: bigint
}

/** The limit of a category for a company: from the platform down its path (docs/decisions/0019). */
export const readPayinLimit = (
  sql: Queries,
  { companyId, category }: { companyId: string; category: PayinCategory },
): Promise<PayinLimit> =>
  sql
    .selectFrom(fragment<Selectable<Limits>>`effective_limit(${companyId}, ${category})`.as('effective'))
    .select(['minCents as minimumCents', 'maxCents as maximumCents', 'dailyCents'])
    .executeTakeFirstOrThrow()

/** Whose limits of which category; null: the platform's. */
type Subject = { readonly companyId: string | null; readonly category: PayinCategory }

type LimitRow = PayinLimit & { readonly companyId: string | null; readonly category: PayinCategory }
export const limitKey = ({ companyId, category }: Subject): string => `${companyId ?? 'platform'}:${category}`

/** The limits of many companies and categories that are in force, by `limitKey`. */
export const readLimitsInForce = async (
  sql: Queries,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, PayinLimit>> => {
  const companyIds = subjects.map(({ companyId }) => companyId)
  const categories = subjects.map(({ category }) => category)
  const rows = await sql
    .selectFrom(
      fragment<LimitRow>`(select s.company_id, s.category, e.min_cents as minimum_cents, e.max_cents as maximum_cents,
        e.daily_cents from unnest(${companyIds}::uuid[], ${categories}::text[]) as s(company_id, category)
        cross join lateral effective_limit(s.company_id, s.category) e)`.as('found'),
    )
    .selectAll()
    .execute()
  return new Map(rows.map(({ companyId, category, ...limit }) => [limitKey({ companyId, category }), limit]))
}

/** What a company has before a level sets limits of its own. */
export const readRoom = (
  sql: Queries,
  { companyId, category, level }: { companyId: string; category: PayinCategory; level: number },
): Promise<PayinLimit> =>
  sql
    .selectFrom(
      fragment<Selectable<Limits>>`limit_before(${companyId}, ${category}, ${level}::int)`.as('before'),
    )
    .select(['minCents as minimumCents', 'maxCents as maximumCents', 'dailyCents'])
    .executeTakeFirstOrThrow()

export type OwnLimit = PayinLimit & {
  readonly id: string
  readonly category: PayinCategory
  readonly version: number
}

/** The limits that a level has set for a company, or the operator for the platform. */
export const readOwnLimits = (
  sql: Queries,
  of: { companyId: string | null; level: number; categories: readonly PayinCategory[] },
): Promise<OwnLimit[]> =>
  sql
    .selectFrom('payinLimit')
    .select([
      'id',
      'category',
      'version',
      'minCents as minimumCents',
      'maxCents as maximumCents',
      'dailyCents',
    ])
    .where('companyId', 'is not distinct from', of.companyId)
    .where('level', '=', of.level)
    .where('category', '=', anyOf(of.categories))
    .execute()

/** One change of limits at a time, so that each sees the limits that it has to be within. */
export const lockLimits = async (sql: Queries): Promise<void> => {
  await sql
    .selectNoFrom(fragment`pg_advisory_xact_lock(hashtextextended('payin_limits', 0))`.as('lock'))
    .execute()
}

/** Writes the limits of a level where they are of the version that the person saw; null: they are not. */
export const writeLimit = async (
  sql: Queries,
  of: Subject & {
    readonly id: string
    readonly level: number
    readonly limit: PayinLimit
    readonly seen: number
    readonly changedBy: string
    readonly reason: string
    readonly now: Date
  },
): Promise<number | null> => {
  const row = {
    id: of.id,
    company_id: of.companyId,
    category: of.category,
    level: of.level,
    min_cents: String(of.limit.minimumCents),
    max_cents: String(of.limit.maximumCents),
    daily_cents: String(of.limit.dailyCents),
    changed_by: of.changedBy,
    reason: of.reason,
  }
  const { version } = await sql
    .selectNoFrom(
      fragment<number | null>`set_payin_limit(${JSON.stringify(row)}::jsonb, ${of.seen}::int, ${of.now})`.as(
        'version',
      ),
    )
    .executeTakeFirstOrThrow()
  return version
}

/** Removes the limits of a level; false: they are not of the version that the person saw. */
export const removeLimit = async (
  sql: Queries,
  of: { companyId: string; category: PayinCategory; level: number; seen: number },
): Promise<boolean> => {
  const { removed } = await sql
    .selectNoFrom(
      fragment<boolean>`remove_payin_limit(${of.companyId}, ${of.category}, ${of.level}::int, ${of.seen}::int)`.as(
        'removed',
      ),
    )
    .executeTakeFirstOrThrow()
  return removed
}
