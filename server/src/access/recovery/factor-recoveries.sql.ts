import { hashSecret } from '../secrets.ts'
import type { ChangeOf } from '../../kernel/guarded-update.ts'
import { changedOne, type Queries } from '../../kernel/queries.ts'
import { applyTransition, nextStatus } from '../../kernel/states.ts'
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
  /** Found by the link that continues, not by the link that only stops. */
  readonly mayGoOn: boolean
  readonly encrypted: Buffer
  readonly sessionId: string | null
  readonly readyAt: Date | null
  readonly expiresAt: Date
}

export const insertFactorRecovery = async (
  sql: Queries,
  made: {
    id: string
    companyId: string
    userId: string
    goToken: string
    stopToken: string
    encrypted: Buffer
    at: Date
    expiresAt: Date
  },
): Promise<void> => {
  const { id, companyId, userId, goToken, stopToken, encrypted, at, expiresAt } = made
  // An earlier open recovery ends, because two would be two ways in.
  const open = await sql
    .selectFrom('factorRecovery')
    .select(['id', 'status'])
    .where('userId', '=', userId)
    .where('status', 'in', ['mailed', 'selfie', 'waiting'])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const recovery of open) {
    const set = { endedAt: at }
    await applyTransition(sql, factorRecoveryTransitions, recovery, 'recovery.cancelled', { set })
  }
  const hashes = { goHash: hashSecret(goToken), stopHash: hashSecret(stopToken) }
  await sql
    .insertInto('factorRecovery')
    .values({ id, companyId, userId, status: 'mailed', ...hashes, encrypted, createdAt: at, expiresAt })
    .execute()
}

export const findFactorRecovery = async (sql: Queries, token: string): Promise<FactorRecovery | null> => {
  const hash = hashSecret(token)
  const recovery = await sql
    .selectFrom('factorRecovery')
    .select(['id', 'companyId', 'userId', 'status', 'encrypted', 'sessionId', 'readyAt', 'expiresAt'])
    .select((row) => row('goHash', '=', hash).as('mayGoOn'))
    .where((row) => row.or({ goHash: hash, stopHash: hash }))
    .$narrowType<{ mayGoOn: boolean }>()
    .executeTakeFirst()
  return recovery ?? null
}

/**
 * Reserves the start of the selfie check before the provider is called, so that two requests never create two
 * sessions. False: another request is at it. A reservation from before `staleAt` belongs to a process that
 * has ended.
 */
export const reserveSelfie = async (
  sql: Queries,
  { id, at, staleAt }: { id: string; at: Date; staleAt: Date },
): Promise<boolean> =>
  changedOne(
    await sql
      .updateTable('factorRecovery')
      .set({ selfieRequestedAt: at })
      .where('id', '=', id)
      .where('status', '=', 'mailed')
      .where((row) => row.or([row('selfieRequestedAt', 'is', null), row('selfieRequestedAt', '<', staleAt)]))
      .executeTakeFirst(),
  )

/** Ends a reservation whose request opened no session. */
export const releaseSelfie = async (sql: Queries, { id, at }: { id: string; at: Date }): Promise<void> => {
  await sql
    .updateTable('factorRecovery')
    .set({ selfieRequestedAt: null })
    .where('id', '=', id)
    .where('selfieRequestedAt', '=', at)
    .execute()
}

/**
 * Makes a transition if the row is unchanged since it was read; false: it has changed, or it does not exist.
 */
export const changeFactorRecovery = async (
  sql: Queries,
  of: Pick<FactorRecovery, 'id' | 'status'>,
  { event, ...set }: { event: FactorRecoveryEvent } & ChangeOf<'factorRecovery'>,
): Promise<boolean> =>
  nextStatus(factorRecoveryTransitions, of.status, event) !== null &&
  applyTransition(sql, factorRecoveryTransitions, of, event, { set })
