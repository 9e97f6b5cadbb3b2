import { hashSecret } from '../secrets.ts'
import type { Queries } from '../../kernel/queries.ts'
import { nextStatus } from '../../kernel/states.ts'
import {
  factorRecoveryTransitions,
  type FactorRecoveryEvent,
  type FactorRecoveryStatus,
} from './factor-recovery.ts'

export type FactorRecovery = {
  readonly id: string
  readonly companyId: string
  readonly userId: string
  readonly status: FactorRecoveryStatus
  /** Found by the link that goes on, and not by the one that only stops. */
  readonly mayGoOn: boolean
  readonly sealed: Buffer
  readonly sessionId: string | null
  readonly readyAt: Date | null
  readonly expiresAt: Date
}

const insert = `insert into factor_recovery (id, company_id, user_id, status, go_hash, stop_hash, sealed, created_at,
    expires_at)
  values ($1, $2, $3, 'mailed', $4, $5, $6, $7, $8)`
const find = `select id, company_id, user_id, status, go_hash = $1 as may_go_on, sealed, session_id, ready_at, expires_at
  from factor_recovery where go_hash = $1 or stop_hash = $1`
const change = `update factor_recovery set status = $3, session_id = coalesce($4, session_id),
    ready_at = coalesce($5, ready_at), ended_at = $6, sealed = coalesce($7, sealed)
  where id = $1 and status = $2`
const cancelOpen = `update factor_recovery set status = 'cancelled', ended_at = $2
  where user_id = $1 and status in ('mailed', 'selfie', 'waiting')`
const formerEmails = `select distinct from_email from email_change
  where user_id = $1 and confirmed_at > $2 and from_email <> $3`

type Row = {
  id: string
  company_id: string
  user_id: string
  status: FactorRecoveryStatus
  may_go_on: boolean
  sealed: Buffer
  session_id: string | null
  ready_at: Date | null
  expires_at: Date
}

export const insertFactorRecovery = async (
  sql: Queries,
  made: {
    id: string
    companyId: string
    userId: string
    goToken: string
    stopToken: string
    sealed: Buffer
    at: Date
    expiresAt: Date
  },
): Promise<void> => {
  const { id, companyId, userId, goToken, stopToken, sealed, at, expiresAt } = made
  // An earlier one that is still open ends: two would be two ways in.
  await sql.run(cancelOpen, [userId, at])
  const hashes = [hashSecret(goToken), hashSecret(stopToken)] as const
  await sql.run(insert, [id, companyId, userId, ...hashes, sealed, at, expiresAt])
}

export const findFactorRecovery = async (sql: Queries, token: string): Promise<FactorRecovery | null> => {
  const row = await sql.maybe<Row>(find, [hashSecret(token)])
  return (
    row && {
      id: row.id,
      companyId: row.company_id,
      userId: row.user_id,
      status: row.status,
      mayGoOn: row.may_go_on,
      sealed: row.sealed,
      sessionId: row.session_id,
      readyAt: row.ready_at,
      expiresAt: row.expires_at,
    }
  )
}

/** Makes a transition if the row is still as it was read; false: somebody else was first, or there is none. */
export const moveFactorRecovery = async (
  sql: Queries,
  of: Pick<FactorRecovery, 'id' | 'status'>,
  to: {
    event: FactorRecoveryEvent
    sessionId?: string
    sealed?: Buffer
    readyAt?: Date
    endedAt?: Date
  },
): Promise<boolean> => {
  const next = nextStatus(factorRecoveryTransitions, of.status, to.event)
  if (next === null) return false
  const values = [to.sessionId ?? null, to.readyAt ?? null, to.endedAt ?? null, to.sealed ?? null]
  return (await sql.run(change, [of.id, of.status, next, ...values])) === 1
}

/** Addresses that the account had lately: they are told of a recovery too. */
export const readFormerEmails = async (
  sql: Queries,
  of: { userId: string; email: string; since: Date },
): Promise<string[]> =>
  (await sql.rows<{ from_email: string }>(formerEmails, [of.userId, of.since, of.email])).map(
    (row) => row.from_email,
  )
