import { changedOne, type Queries } from '../kernel/queries.ts'
import type { KycSessionRow } from './kyc-cases.sql.ts'

/** Saves a webhook. False when the same bytes were saved before. */
export const saveEvent = async (
  sql: Queries,
  event: {
    id: string
    provider: string
    bodyDigest: Buffer
    what: string
    sessionId: string
    attemptId: string | null
    body: Buffer
    at: Date
  },
): Promise<boolean> => {
  const { id, provider, bodyDigest, what, sessionId, attemptId, body, at } = event
  const session = sql
    .selectFrom('kycSession')
    .where('provider', '=', provider)
    .where('providerSessionId', '=', sessionId)
  return changedOne(
    await sql
      .insertInto('kycEvent')
      .values({
        id,
        provider,
        bodyDigest,
        what,
        providerSessionId: sessionId,
        providerAttemptId: attemptId,
        caseId: session.select('caseId'),
        companyId: session.select('companyId'),
        userId: session.select('userId'),
        body,
        receivedAt: at,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'bodyDigest']).doNothing())
      .executeTakeFirst(),
  )
}

/** Finds our session of an event. Null when the session is not ours, or is not stored yet. */
export const findSessionOfEvent = async (sql: Queries, eventId: string): Promise<string | null> => {
  const session = await sql
    .selectFrom('kycEvent as event')
    .innerJoin('kycSession as session', (join) =>
      join
        .onRef('session.provider', '=', 'event.provider')
        .onRef('session.providerSessionId', '=', 'event.providerSessionId'),
    )
    .select('session.id')
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return session?.id ?? null
}

export const eventSettled = async (
  sql: Queries,
  { id, changed, of }: { id: string; changed: boolean; of: KycSessionRow | null },
): Promise<void> => {
  await sql
    .updateTable('kycEvent')
    .set({ changed })
    .$if(of !== null, (update) =>
      update.set(({ eb, fn }) => ({
        caseId: fn.coalesce('caseId', eb.val(of?.caseId ?? null)),
        companyId: fn.coalesce('companyId', eb.val(of?.companyId ?? null)),
        userId: fn.coalesce('userId', eb.val(of?.userId ?? null)),
      })),
    )
    .where('id', '=', id)
    .execute()
}

/** Newest first. */
export const listEvents = (sql: Queries, caseId: string) =>
  sql
    .selectFrom('kycEvent')
    .select(['what', 'receivedAt', 'changed'])
    .where('caseId', '=', caseId)
    .orderBy('receivedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
