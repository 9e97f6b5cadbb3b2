import { sql as fragment, type Selectable } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import type { PayinLimit as Limits } from '../kernel/schema.ts'

export type PayinCategory = Selectable<Limits>['category']

/** min ≤ max ≤ daily, in cents (domain §3). */
export type PayinLimit = {
  readonly minimumCents: bigint
  readonly maximumCents: bigint
  readonly dailyCents: bigint
}

/** The limit of a category for a company: its own, or that of the nearest company above it. */
export const readPayinLimit = (
  sql: Queries,
  { companyId, category }: { companyId: string; category: PayinCategory },
): Promise<PayinLimit> =>
  sql
    .selectFrom(fragment<Selectable<Limits>>`effective_limit(${companyId}, ${category})`.as('effective'))
    .select(['minCents as minimumCents', 'maxCents as maximumCents', 'dailyCents'])
    .executeTakeFirstOrThrow()
