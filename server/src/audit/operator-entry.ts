import { createClock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { createIds } from '../kernel/ids.ts'
import type { Queries } from '../kernel/queries.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { createAudit, type AuditDetails } from './audit.sql.ts'

type Operation = {
  readonly action: string
  readonly objectId?: string | null
  readonly details?: AuditDetails
}

/**
 * Writes the entry of an operator's command in the transaction of what it changed. It has no actor, because the
 * server does not know who typed the command.
 */
export const recordOperation = async (db: Database, sql: Queries, did: Operation): Promise<void> => {
  const clock = createClock()
  const { insertAudit } = createAudit({ ids: createIds(() => clock.realNow().getTime()), clock, db })
  const { action, objectId = null, details } = did
  const principal = { kind: 'job', name: 'operate' } as const
  const entry = { principal, action, objectId, outcome: 'done', requestId: '', address: '' }
  await insertAudit(sql, entry, details)
}

/** A change with its entry in the audit; false: there was nothing to change. */
export const changeWithEntry = (
  db: Database,
  did: Operation,
  change: (sql: Queries) => Promise<boolean>,
): Promise<boolean> =>
  db.write(wholeInstallation, async (sql) => {
    const isDone = await change(sql)
    if (isDone) await recordOperation(db, sql, did)
    return isDone
  })
