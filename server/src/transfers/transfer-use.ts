import { sql as fragment } from 'kysely'
import { userRows } from '../identity/users.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import type { UseToday } from '../limits/payin-limit.ts'
import { startOfDay } from '../loads/load-limits.ts'

/** What companies and their people have sent from wallets today, by company. What was returned does not count. */
export const readTransferUse = async (
  sql: Queries,
  { companies, now }: { companies: readonly { id: string; timeZone: string }[]; now: Date },
): Promise<ReadonlyMap<string, UseToday>> => {
  const ids = companies.map(({ id }) => id)
  const starts = companies.map(({ timeZone }) => startOfDay(timeZone, now).toISOString())
  const people = userRows(sql)
    .clearSelect()
    .select('appUser.id')
    .where('appUser.companyId', '=', fragment<string>`d.company_id`)
  const rows = await sql
    .selectFrom(
      fragment<UseToday & { readonly companyId: string }>`(
        select d.company_id, sum(p.cents)::int8 as used_cents, count(*)::int4 as people, max(p.cents)::int8 as most_cents
        from unnest(${ids}::uuid[], ${starts}::timestamptz[]) as d(company_id, since)
        cross join lateral (
          select t.from_owner_id, sum(t.total_cents)::int8 as cents from wallet_transfer t
          where t.made_at >= d.since and t.kind = 'transfer' and t.status = 'completed'
            and (t.from_owner_id = d.company_id
              or t.from_owner_id in (${people}))
          group by t.from_owner_id
        ) p group by d.company_id)`.as('use'),
    )
    .selectAll()
    .execute()
  return new Map(rows.map(({ companyId, ...use }) => [companyId, use]))
}
