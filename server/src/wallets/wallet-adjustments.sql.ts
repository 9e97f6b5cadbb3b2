import { sql as fragment, type Selectable } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import type { WalletAdjustment } from '../kernel/schema.ts'
import type { UseToday } from '../limits/payin-limit.ts'
import { startOfDay } from '../loads/load-limits.ts'
import { readSetting } from '../settings/settings.sql.ts'

/** An adjustment of a wallet or of a card. */
export type AdjustmentRecord = Readonly<Selectable<WalletAdjustment>>

/** Adjustments of wallets and cards. */
export const adjustmentRows = (sql: Queries) =>
  sql.selectFrom('walletAdjustment').selectAll('walletAdjustment')

/** Above this amount a second person approves an adjustment (domain §7). */
export const readAdjustmentLimit = (sql: Queries): Promise<bigint> =>
  readSetting(sql, 'secondPersonAdjustment')

/** An adjustment of the scope; null: there is none. */
export const readAdjustment = async (sql: Queries, id: string): Promise<AdjustmentRecord | null> =>
  (await adjustmentRows(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** What adjustments of a holder's wallets, or of a card, have moved since an instant, in cents. Credits and debits count. */
export const readAdjustedSince = async (
  sql: Queries,
  { ownerId, since }: { ownerId: string; since: Date },
): Promise<bigint> => {
  const sum = fragment<bigint>`adjusted_since(${ownerId}, ${since})`
  return (await sql.selectNoFrom(sum.as('cents')).executeTakeFirstOrThrow()).cents
}

/** What adjustments have moved today in wallets and cards of companies and their people, by company. */
export const readAdjustmentUse = async (
  sql: Queries,
  { companies, now }: { companies: readonly { id: string; timeZone: string }[]; now: Date },
): Promise<ReadonlyMap<string, UseToday>> => {
  const ids = companies.map(({ id }) => id)
  const starts = companies.map(({ timeZone }) => startOfDay(timeZone, now).toISOString())
  const rows = await sql
    .selectFrom(
      fragment<UseToday & { readonly companyId: string }>`(
        select d.company_id, sum(p.cents)::int8 as used_cents, count(*)::int4 as people, max(p.cents)::int8 as most_cents
        from unnest(${ids}::uuid[], ${starts}::timestamptz[]) as d(company_id, since)
        cross join lateral (
          select a.owner_id, sum(a.amount_cents)::int8 as cents from wallet_adjustment a
          where a.company_id = d.company_id and a.adjusted_at >= d.since and a.status <> 'refused'
          group by a.owner_id
        ) p group by d.company_id)`.as('use'),
    )
    .selectAll()
    .execute()
  return new Map(rows.map(({ companyId, ...use }) => [companyId, use]))
}
