import type { jobSubjects, readProcess } from '@cardamom/contract/processes'
import type { OutputOf } from '@cardamom/contract/endpoint'
import type { FailedJobRow } from '../kernel/dead-jobs.sql.ts'
import { meaningOf } from './job-error.ts'

type Kind = (typeof jobSubjects)[number]
type FailedJob = OutputOf<typeof readProcess>['failed'][number]

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Fields of payloads that name a record. */
const fields: readonly (readonly [string, Kind])[] = [
  ['loadId', 'load'],
  ['cardId', 'card'],
  ['withdrawalId', 'withdrawal'],
  ['settlementId', 'settlement'],
  ['caseId', 'kyc_case'],
  ['userId', 'user'],
]
/** Entities of events, as their names in `contract/src/events.ts`. */
const entities: ReadonlySet<string> = new Set<Kind>([
  'load',
  'card',
  'user',
  'settlement',
  'withdrawal',
  'kyc_case',
  'approval',
])

/** The record that a job is about; null: none that has a page. */
export const subjectOf = (payload: Readonly<Record<string, unknown>>): { kind: Kind; id: string } | null => {
  const { entity, entityId } = payload
  if (typeof entity === 'string' && entities.has(entity) && typeof entityId === 'string')
    return { kind: entity as Kind, id: entityId }
  for (const [field, kind] of fields) {
    const id = payload[field]
    if (typeof id === 'string' && uuid.test(id)) return { kind, id }
  }
  return null
}

/** A failing job as an administrator reads it. `seesAll`: they see all companies, so they may see whose job it is. */
export const failedJobView = (row: FailedJobRow, { seesAll }: { readonly seesAll: boolean }): FailedJob => ({
  id: row.id,
  job: row.name,
  attempts: row.attempts,
  isDead: row.dead,
  firstFailedAt: row.firstFailedAt,
  lastFailedAt: row.failedAt,
  nextAt: row.dead ? null : row.dueAt,
  meaning: row.lastError === null ? null : meaningOf(row.lastError),
  text: seesAll ? row.lastError : null,
  subject: seesAll ? subjectOf(row.payload) : null,
})
