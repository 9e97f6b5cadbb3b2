import type { Queries } from '../kernel/queries.ts'

export type PayinCategory =
  | 'transfer'
  | 'adjustment'
  | 'virtual_load'
  | 'withdrawal'
  | 'plastic_first_load'
  | 'regular_topup'
  | 'immediate_topup'

/** min ≤ max ≤ daily, in cents (domain §3). */
export type PayinLimit = {
  readonly minimumCents: bigint
  readonly maximumCents: bigint
  readonly dailyCents: bigint
}

/** The limit of a category for a company: its own or the nearest above it. */
export const readPayinLimit = async (
  sql: Queries,
  of: { companyId: string; category: PayinCategory },
): Promise<PayinLimit> => {
  const row = await sql.one<{ min_cents: bigint; max_cents: bigint; daily_cents: bigint }>(
    'select min_cents, max_cents, daily_cents from effective_limit($1, $2)',
    [of.companyId, of.category],
  )
  return { minimumCents: row.min_cents, maximumCents: row.max_cents, dailyCents: row.daily_cents }
}
