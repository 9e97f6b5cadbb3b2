import type { listBreaks, listReconcileRuns } from '@cardamom/contract/reconciliation'
import { readBrandNames } from '../companies/companies.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import type { ItemOf } from '../kernel/list-columns.ts'
import type { Queries } from '../kernel/queries.ts'
import type { BreakRecord } from './breaks.sql.ts'
import type { RunRecord } from './runs.sql.ts'

type BreakView = ItemOf<typeof listBreaks>
type RunView = ItemOf<typeof listReconcileRuns>

const idsOf = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** Breaks as people see them. */
export const breakViews = async (
  sql: Queries,
  rows: readonly BreakRecord[],
  reader: { readonly userId: string },
): Promise<BreakView[]> => {
  const companies = await readBrandNames(sql, idsOf(rows.map(({ companyId }) => companyId)))
  const names = await readNames(sql, idsOf(rows.map(({ ownerId }) => ownerId)))
  return rows.map((row) => ({
    id: row.id,
    class: row.class,
    status: row.status,
    age: row.age,
    amount: row.amountCents,
    companyName: companies.get(row.companyId) ?? '',
    subject: row.subject,
    transactionId: row.transactionId,
    cardId: row.cardId,
    eventAt: row.eventAt,
    oursAmount: row.oursCents,
    theirsAmount: row.theirsCents,
    oursEvent: row.ours as BreakView['oursEvent'],
    theirsEvent: row.theirs as BreakView['theirsEvent'],
    detail: row.detail,
    ownerId: row.ownerId,
    isMine: row.ownerId === reader.userId,
    ownerName: row.ownerId === null ? null : (names.get(row.ownerId) ?? ''),
    note: row.note,
    runId: row.foundRunId,
    foundAt: row.foundAt,
    endedAt: row.endedAt,
    version: row.version,
  }))
}

/** Runs as people see them. */
export const runViews = async (sql: Queries, rows: readonly RunRecord[]): Promise<RunView[]> => {
  const names = await readNames(sql, idsOf(rows.map(({ requestedBy }) => requestedBy)))
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    comparedFrom: row.comparedFrom,
    comparedUntil: row.comparedUntil,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    requestedByName: row.requestedBy === null ? null : (names.get(row.requestedBy) ?? ''),
    compared: row.comparedCount,
    matched: row.matchedCount,
    healed: row.healedCount,
    found: row.foundCount,
    failure: row.failure === null ? null : 'issuer_silent',
  }))
}
