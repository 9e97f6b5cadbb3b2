import { sql as fragment, type Selectable } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import type { Load, LoadPart as Columns } from '../kernel/schema.ts'
import type { LoadRecord } from './load-record.ts'

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

/** The load that a load is a part of; null for a load of its own. */
export const readPartOf = async (sql: Queries, partLoadId: string) =>
  (await sql
    .selectFrom('loadPart')
    .innerJoin('load', 'load.id', 'loadPart.loadId')
    .select(['load.id', 'load.ref', 'loadPart.kind'])
    .where('loadPart.partLoadId', '=', partLoadId)
    .executeTakeFirst()) ?? null

/** Net of a load before parts of its present acceptance were undone, in cents. */
export const readWholeNet = async (
  sql: Queries,
  { id, acceptance, netCents }: Pick<LoadRecord, 'id' | 'acceptance' | 'netCents'>,
): Promise<bigint> => {
  const parts = sql.selectFrom('loadPart').where('loadId', '=', id).where('acceptance', '=', acceptance)
  const undone = fragment<bigint>`coalesce(sum(net_cents), 0)::int8`
  return netCents + (await parts.select(undone.as('cents')).executeTakeFirstOrThrow()).cents
}

/** What a load of a part copies from the load that it was a part of, besides what every record of a load has. */
export type CopiedTerms = Pick<Selectable<Load>, 'feeScheduleId' | 'kind'>

export const readCopiedTerms = (sql: Queries, loadId: string): Promise<CopiedTerms> =>
  sql.selectFrom('load').select(['feeScheduleId', 'kind']).where('id', '=', loadId).executeTakeFirstOrThrow()
