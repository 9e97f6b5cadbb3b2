import type { KycReason } from '@cardamom/contract/kyc'
import { applyUpdate, type GuardedUpdate } from '../kernel/guarded-update.ts'
import type { Queries } from '../kernel/queries.ts'
import { applyTransition, enterStatus, nextStatus, transition } from '../kernel/states.ts'
import { kycSessionTransitions, kycTransitions, type KycEvent, type KycStatus } from './kyc-status.ts'

/** Reads cases. The type of the reasons is narrowed here, because the table's checks do not list them. */
export const kycCases = (sql: Queries) =>
  sql
    .selectFrom('kycCase')
    .select(['id', 'companyId', 'userId', 'status', 'reason', 'findings', 'round', 'attemptsUsed'])
    .select(['attemptLimit', 'kycHold', 'sessionId', 'stated', 'version', 'changedAt'])
    .$narrowType<{ reason: KycReason | null; findings: KycReason[] }>()

const sessions = (sql: Queries) =>
  sql
    .selectFrom('kycSession')
    .select(['id', 'caseId', 'companyId', 'userId', 'provider', 'status', 'requestedAt', 'providerSessionId'])
    .select(['url', 'openedAt', 'expiresAt'])

export const findCase = async (sql: Queries, id: string) =>
  (await kycCases(sql).where('id', '=', id).executeTakeFirst()) ?? null

export const findCaseOfUser = async (sql: Queries, userId: string) =>
  (await kycCases(sql).where('userId', '=', userId).executeTakeFirst()) ?? null

/** Locks a case. Every writer holds this lock. Null when the case is not in the caller's scope. */
export const lockCase = async (sql: Queries, id: string) =>
  (await kycCases(sql).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

export const findSession = async (sql: Queries, id: string) =>
  (await sessions(sql).where('id', '=', id).executeTakeFirst()) ?? null

const lockSession = async (sql: Queries, id: string) =>
  (await sessions(sql).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** Finds the one session of a case that is requested or open. */
export const findLiveSession = async (sql: Queries, caseId: string) => {
  const live = sessions(sql).where('caseId', '=', caseId).where('status', 'in', ['requested', 'open'])
  return (await live.executeTakeFirst()) ?? null
}

/** Newest first. */
export const listSteps = (sql: Queries, caseId: string) =>
  sql
    .selectFrom('kycStep')
    .select(['id', 'status', 'reason', 'attempt', 'attemptId', 'by', 'actorId', 'note', 'at'])
    .where('caseId', '=', caseId)
    .orderBy('seq', 'desc')
    .limit(200)
    .$narrowType<{ status: KycStatus; reason: KycReason | null }>()
    .execute()

export type KycCaseRow = Readonly<NonNullable<Awaited<ReturnType<typeof findCase>>>>
/** A case whose first session was opened. */
export type StartedCase = KycCaseRow & { readonly status: KycStatus }
export type KycSessionRow = Readonly<NonNullable<Awaited<ReturnType<typeof findSession>>>>
export type KycStepRow = Readonly<Awaited<ReturnType<typeof listSteps>>[number]>

export const ensureCase = async (
  sql: Queries,
  { at, ...wanted }: { id: string; companyId: string; userId: string; attemptLimit: number; at: Date },
): Promise<void> => {
  await sql
    .insertInto('kycCase')
    .values({ ...wanted, createdAt: at, changedAt: at })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
}

export const saveStatedPerson = async (
  sql: Queries,
  { caseId, ...stated }: { caseId: string; companyId: string; stated: Buffer; attemptLimit: number },
): Promise<void> => {
  await sql.updateTable('kycCase').set(stated).where('id', '=', caseId).execute()
}

export type CaseChange = {
  readonly reason: KycReason | null
  readonly findings: readonly KycReason[]
  readonly attemptsUsed: number
  readonly hold: boolean
  readonly sessionId: string | null
  readonly round: number
}

/**
 * Writes a locked case, one transition after another. All other changes are written with the last transition.
 */
export const changeCase = async (
  sql: Queries,
  kycCase: Pick<KycCaseRow, 'id' | 'status' | 'version'>,
  to: CaseChange & { events: readonly KycEvent[]; at: Date },
): Promise<void> => {
  const { id } = kycCase
  let { status, version } = kycCase
  const { reason, findings, attemptsUsed, hold: kycHold, sessionId, round, at: changedAt } = to
  const last = { reason, findings: [...findings], attemptsUsed, kycHold, sessionId, round, changedAt }
  for (const [index, event] of to.events.entries()) {
    const set = index === to.events.length - 1 ? last : {}
    const update: GuardedUpdate =
      status === null
        ? enterStatus(kycTransitions, { id, status, version }, 'created', { set })
        : transition(kycTransitions, { id, status, version }, event, { set })
    if (!(await applyUpdate(sql, update))) throw new Error('A locked case was changed by another transaction')
    status = status === null ? 'created' : nextStatus(kycTransitions, status, event)
    version += 1
  }
}

export const requestSession = async (
  sql: Queries,
  requested: { id: string; of: Pick<KycCaseRow, 'id' | 'companyId' | 'userId'>; provider: string; at: Date },
): Promise<void> => {
  const { id, of, provider, at } = requested
  const { id: caseId, companyId, userId } = of
  await sql
    .insertInto('kycSession')
    .values({ id, caseId, companyId, userId, provider, status: 'requested', requestedAt: at })
    .execute()
}

/** Opens a session after the provider's answer. False when the request was ended meanwhile. */
export const sessionOpened = async (
  sql: Queries,
  opened: { id: string; providerSessionId: string; url: Buffer; at: Date; expiresAt: Date },
): Promise<boolean> => {
  const session = await lockSession(sql, opened.id)
  if (session?.status !== 'requested') return false
  const { providerSessionId, url, at: openedAt, expiresAt } = opened
  const set = { providerSessionId, url, openedAt, expiresAt }
  return applyTransition(sql, kycSessionTransitions, session, 'session.opened', { set })
}

/** Ends a session that is requested or open. */
export const sessionEnded = async (sql: Queries, id: string): Promise<void> => {
  const session = await lockSession(sql, id)
  if (session?.status === 'requested')
    await applyTransition(sql, kycSessionTransitions, session, 'session.lost')
  if (session?.status === 'open') await applyTransition(sql, kycSessionTransitions, session, 'session.closed')
}

export const addStep = async (
  sql: Queries,
  { id: caseId, companyId, userId, round }: Pick<KycCaseRow, 'id' | 'companyId' | 'userId' | 'round'>,
  step: KycStepRow,
): Promise<void> => {
  const next = sql
    .selectFrom('kycStep')
    .select(({ eb, fn }) => eb(fn.coalesce(fn.max('seq'), eb.lit(0)), '+', 1).as('seq'))
    .where('caseId', '=', caseId)
  await sql
    .insertInto('kycStep')
    .values({ ...step, caseId, companyId, userId, round, seq: next })
    .execute()
}
