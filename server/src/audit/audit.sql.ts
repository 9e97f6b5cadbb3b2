import type { Encryption } from '../kernel/encryption.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Ids } from '../kernel/ids.ts'
import type { AuditEntry } from '../kernel/audit-entry.ts'
import type { RowInsert } from '../kernel/guarded-update.ts'
import type { Principal } from '../kernel/principal.ts'
import type { RecordedChange } from '../kernel/recorded-change.ts'
import { changeRows, insertChanges } from './changes.sql.ts'
import { createDenialCount } from './denial-count.ts'

/** Further facts of an entry: ids, codes and counts, never personal data. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>

export type Audit = {
  /** An entry with what it changed as rows of a plan. */
  readonly auditRows: (entry: AuditEntry, changes?: readonly RecordedChange[]) => RowInsert[]
  /** Writes an entry in an open transaction, so that it commits with the change that it describes. */
  readonly insertAudit: (
    sql: Queries,
    entry: AuditEntry,
    details?: AuditDetails,
    changes?: readonly RecordedChange[],
  ) => Promise<void>
  /** Writes the entry of a job with what it changed. */
  readonly recordChanges: (
    sql: Queries,
    entry: AuditEntry,
    changes: readonly RecordedChange[],
  ) => Promise<void>
  /** Writes an entry in a transaction of its own, when nothing else changes. */
  readonly recordAlone: (entry: AuditEntry, details?: AuditDetails) => Promise<void>
  /**
   * Writes an entry about a denied call. Equal denials of a person within a minute are counted, and only some
   * are written.
   */
  readonly recordDenial: (entry: AuditEntry) => Promise<void>
}

type Actor = {
  kind: Principal['kind']
  id: string | null
  companyId: string | null
  sessionId: string | null
  impersonatorId: string | null
}

const noActor = { id: null, companyId: null, sessionId: null, impersonatorId: null }

const actorOf = (principal: Principal): Actor => {
  const { kind } = principal
  if (principal.kind === 'session') {
    const { userId: id, companyId, sessionId, impersonatorId } = principal
    return { kind, id, companyId, sessionId, impersonatorId }
  }
  if (principal.kind === 'api_key')
    return { ...noActor, kind, id: principal.keyId, companyId: principal.companyId }
  return { ...noActor, kind }
}

/** The person of the changes, if they are not the actor. */
const personOf = (changes: readonly RecordedChange[], actorId: string | null): string | null =>
  changes.find(({ userId }) => userId !== null && userId !== actorId)?.userId ?? null

/** The company of the changes, if it is one: its administrators see what a job changed. */
const companyOf = (changes: readonly RecordedChange[]): string | null => {
  const companies = new Set(changes.map(({ companyId }) => companyId))
  const [only] = companies
  return companies.size === 1 ? (only ?? null) : null
}

/** Makes the writers of the audit trail (security §6). */
export const createAudit = (deps: {
  ids: Ids
  clock: Clock
  db: Database
  encryption?: Encryption
}): Audit => {
  const rowOf = (entry: AuditEntry, changes: readonly RecordedChange[] = []) => {
    const actor = actorOf(entry.principal)
    const at = deps.clock.realNow()
    return {
      id: deps.ids.next(),
      at,
      businessAt: after(at, deps.clock.offsetMs()),
      actorKind: actor.kind,
      actorId: actor.id,
      impersonatorId: actor.impersonatorId,
      sessionId: actor.sessionId,
      companyId: entry.companyId ?? actor.companyId,
      action: entry.action,
      objectId: entry.objectId,
      outcome: entry.outcome,
      requestId: entry.requestId,
      address: entry.address,
      device: entry.device ?? null,
      subjectId: entry.subjectId ?? personOf(changes, actor.id),
    }
  }
  const insertAudit: Audit['insertAudit'] = async (sql, entry, details = {}, changes = []) => {
    const row = rowOf(entry, changes)
    await sql
      .insertInto('audit')
      .values({ ...row, details })
      .execute()
    await insertChanges(sql, deps.encryption, { auditId: row.id, changes })
  }
  const countDenial = createDenialCount(deps.clock.realNow)
  const recordAlone: Audit['recordAlone'] = (entry, details) =>
    deps.db.write(wholeInstallation, (sql) => insertAudit(sql, entry, details))
  return {
    auditRows: (entry, changes = []) => {
      const row = rowOf(entry, changes)
      return [{ table: 'audit', row }, ...changeRows(row.id, changes)]
    },
    recordChanges: (sql, entry, changes) => {
      const companyId = companyOf(changes)
      return insertAudit(sql, companyId === null ? entry : { ...entry, companyId }, {}, changes)
    },
    insertAudit,
    recordAlone,
    recordDenial: async (entry) => {
      const { kind, id } = actorOf(entry.principal)
      const count = countDenial([kind, id ?? entry.address, entry.action, entry.outcome].join(' '))
      if (count !== null) await recordAlone(entry, count > 1 ? { count } : {})
    },
  }
}
