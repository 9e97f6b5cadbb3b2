import type { Queries } from '../kernel/queries.ts'

/** Stores a person's request for another address, with the session of the request. */
export const insertEmailChange = async (
  sql: Queries,
  change: {
    id: string
    companyId: string
    userId: string
    fromEmail: string
    toEmail: string
    sessionId: string
    requestedAt: Date
  },
): Promise<void> => {
  await sql.insertInto('emailChange').values(change).execute()
}

/** Confirms the change. Returns the session of the request. */
export const confirmEmailChange = async (
  sql: Queries,
  { id, at }: { id: string; at: Date },
): Promise<string | null> => {
  const confirmed = await sql
    .updateTable('emailChange')
    .set({ confirmedAt: at })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .returning('sessionId')
    .executeTakeFirst()
  return confirmed?.sessionId ?? null
}

/** The requested address whose link was not opened yet, or null. */
export const readPendingEmail = async (
  sql: Queries,
  { userId, now }: { userId: string; now: Date },
): Promise<string | null> => {
  const pending = await sql
    .selectFrom('emailChange as change')
    .innerJoin('oneTimeLink as link', 'link.emailChangeId', 'change.id')
    .select('change.toEmail')
    .where('change.userId', '=', userId)
    .where('change.confirmedAt', 'is', null)
    .where('link.usedAt', 'is', null)
    .where('link.expiresAt', '>', now)
    .orderBy('change.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return pending?.toEmail ?? null
}

/** Addresses that an account had since an instant, without its current address. */
export const readFormerEmails = async (
  sql: Queries,
  { userId, email, since }: { userId: string; email: string; since: Date },
): Promise<string[]> => {
  const changes = await sql
    .selectFrom('emailChange')
    .select('fromEmail')
    .distinct()
    .where('userId', '=', userId)
    .where('confirmedAt', '>', since)
    .where('fromEmail', '!=', email)
    .execute()
  return changes.map(({ fromEmail }) => fromEmail)
}
