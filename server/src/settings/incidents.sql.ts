import type { ClosableArea, IncidentKind, IncidentReaders } from '@cardamom/contract/settings/incidents'
import type { Queries } from '../kernel/queries.ts'
import type { Incident } from './incident.ts'

/** The most past banners that are listed. */
const mostListed = 100

/** Banners that no person ended and whose time is not over: those of now and of later. */
export const readOpenIncidents = async (sql: Queries, now: Date): Promise<Incident[]> => {
  const rows = await sql
    .selectFrom('incident')
    .selectAll()
    .where('endedAt', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
  return rows.map(incidentOf)
}

/** The newest banners, whatever their state. */
export const readIncidents = async (sql: Queries): Promise<Incident[]> => {
  const rows = await sql
    .selectFrom('incident')
    .selectAll()
    .orderBy('startsAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()
  return rows.map(incidentOf)
}

export const findIncident = async (sql: Queries, id: string): Promise<Incident | null> => {
  const row = await sql.selectFrom('incident').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? incidentOf(row) : null
}

/** Reads one and locks it, so that two people do not end it twice. */
export const lockIncident = async (sql: Queries, id: string): Promise<Incident | null> => {
  const row = await sql.selectFrom('incident').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? incidentOf(row) : null
}

export const insertIncident = async (
  sql: Queries,
  { from, en, es, ...rest }: Omit<Incident, 'endedAt' | 'endedBy'> & { readonly createdAt: Date },
): Promise<void> => {
  const closes = [...rest.closes]
  await sql
    .insertInto('incident')
    .values({ ...rest, closes, startsAt: from, textEn: en, textEs: es })
    .execute()
}

export const endIncidentRow = async (
  sql: Queries,
  { id, at, by }: { id: string; at: Date; by: string },
): Promise<void> => {
  await sql.updateTable('incident').set({ endedAt: at, endedBy: by }).where('id', '=', id).execute()
}

type Row = {
  id: string
  kind: string
  readers: string
  closes: string[]
  textEn: string
  textEs: string
  startsAt: Date
  until: Date | null
  createdBy: string
  endedAt: Date | null
  endedBy: string | null
}

const incidentOf = (row: Row): Incident => ({
  id: row.id,
  kind: row.kind as IncidentKind,
  readers: row.readers as IncidentReaders,
  closes: row.closes as ClosableArea[],
  en: row.textEn,
  es: row.textEs,
  from: row.startsAt,
  until: row.until,
  createdBy: row.createdBy,
  endedAt: row.endedAt,
  endedBy: row.endedBy,
})
