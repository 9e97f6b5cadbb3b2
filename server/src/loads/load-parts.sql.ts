import { sql as fragment, type Selectable } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { Load, LoadPart as Columns } from '../kernel/schema.ts'
import type { PartMoney } from './load-pricing.ts'
import { storedTerms } from './copied-terms.ts'

/** A part of a load that was undone or reversed. */
export type LoadPart = Readonly<Selectable<Columns>>

/** The parts of a load, in their order, also those of earlier acceptances. */
export const listLoadParts = (sql: Queries, loadId: string): Promise<LoadPart[]> =>
  sql.selectFrom('loadPart').selectAll().where('loadId', '=', loadId).orderBy('number').execute()

/** The parts of a load as its page shows them, each with the load that its money is now. */
export const listShownParts = (sql: Queries, loadId: string) =>
  sql
    .selectFrom('loadPart')
    .innerJoin('load', 'load.id', 'loadPart.partLoadId')
    .select(['loadPart.kind', 'loadPart.grossCents', 'loadPart.netCents', 'loadPart.at'])
    .select(['loadPart.partLoadId as loadId', 'load.ref'])
    .where('loadPart.loadId', '=', loadId)
    .orderBy('loadPart.number')
    .execute()

/** Those of these loads that are parts, by their ids: each with the load that it is a part of. */
export const readOriginsOfParts = async (sql: Queries, loadIds: readonly string[]) => {
  const rows = await sql
    .selectFrom('loadPart')
    .innerJoin('load', 'load.id', 'loadPart.loadId')
    .select(['loadPart.partLoadId', 'load.id', 'load.ref', 'loadPart.kind'])
    .where('loadPart.partLoadId', '=', anyOf(loadIds))
    .execute()
  return new Map(rows.map(({ partLoadId, ...origin }) => [partLoadId, origin]))
}

/** The load that a load is a part of; null for a load of its own. */
export const readPartOf = async (sql: Queries, partLoadId: string) =>
  (await readOriginsOfParts(sql, [partLoadId])).get(partLoadId) ?? null

/**
 * What is left of the units of a part, and their gross and book value as they were recorded: less the parts of the part.
 * Null: the load is no part of another one.
 */
export const readPartMoney = async (sql: Queries, loadId: string): Promise<PartMoney | null> => {
  const recorded = fragment<{ parts: number } & PartMoney>`(
    select count(*) filter (where p.part_load_id = ${loadId})::int4 as parts,
      coalesce(sum(s.sign * m.units), 0)::int8 as units,
      coalesce(sum(s.sign * p.gross_cents), 0)::int8 as gross_cents,
      coalesce(sum(s.sign * (p.gross_cents + p.spread_cents)), 0)::int8 as book_value_cents
    from load_part p
    cross join lateral (select case when p.part_load_id = ${loadId} then 1 else -1 end as sign) s
    cross join lateral (select sum(units) as units from load_part_payment where load_part_id = p.id) m
    where p.part_load_id = ${loadId} or p.load_id = ${loadId})`
  const { parts, ...money } = await sql
    .selectFrom(recorded.as('recorded'))
    .selectAll()
    .executeTakeFirstOrThrow()
  return parts === 0 ? null : money
}

/**
 * Net of the load that a load was a part of at first, before all its parts, also those of earlier acceptances: small parts
 * of a large load add up. A load with parts has its own. Null: it is no part and has none.
 */
export const readDividedNet = async (sql: Queries, loadId: string): Promise<bigint | null> => {
  const whole = fragment<{ cents: bigint }>`(
    with recursive above as (
      select ${loadId}::uuid as id
      union all
      select p.load_id from load_part p join above on p.part_load_id = above.id
    )
    select root.net_cents + parts.cents as cents
    from above join load root on root.id = above.id
    cross join lateral (
      select sum(p.net_cents)::int8 as cents from load_part p
      where p.load_id = root.id) parts
    where parts.cents is not null and not exists (select from load_part p where p.part_load_id = above.id))`
  return (await sql.selectFrom(whole.as('whole')).select('cents').executeTakeFirst())?.cents ?? null
}

/** What a load of a part copies from the load that it was a part of, besides what its record has. */
export type StoredTerms = Pick<Selectable<Load>, (typeof storedTerms)[number]>

export const readStoredTerms = (sql: Queries, loadId: string): Promise<StoredTerms> =>
  sql.selectFrom('load').select(storedTerms).where('id', '=', loadId).executeTakeFirstOrThrow()
