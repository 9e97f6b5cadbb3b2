import { anyOf, changedOne, type Queries } from '../kernel/queries.ts'

export type EmailChange = {
  readonly id: string
  readonly userId: string
  readonly companyId: string
  readonly fromEmail: string
  readonly toEmail: string
  readonly oldConfirmedAt: Date | null
  readonly newConfirmedAt: Date | null
  /** When two administrators confirmed the change in place of the old address. */
  readonly teamConfirmedAt: Date | null
  /** The session of the request. It stays when the change ends all others. */
  readonly sessionId: string | null
}

/** Which address a link of a change was sent to. */
export type ChangeSide = 'old' | 'new'
/** Who or what ended a change before it was made. */
export type CancelledBy =
  | 'person'
  | 'old_address'
  | 'replaced'
  | 'password_changed'
  | 'address_used'
  | 'expired'

const pendingChanges = (sql: Queries) =>
  sql
    .selectFrom('emailChange')
    .select(['id', 'userId', 'companyId', 'fromEmail', 'toEmail'])
    .select(['oldConfirmedAt', 'newConfirmedAt', 'teamConfirmedAt', 'sessionId'])
    .where('state', '=', 'pending')

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

/** A change that is neither made nor cancelled: the one with this id, or the person’s only one. */
export const readPendingChange = async (
  sql: Queries,
  by: { id: string } | { userId: string },
): Promise<EmailChange | null> => {
  const found =
    'id' in by
      ? pendingChanges(sql).where('id', '=', by.id)
      : pendingChanges(sql).where('userId', '=', by.userId)
  return (await found.executeTakeFirst()) ?? null
}

/** Stores that an address confirmed the change. Returns the change, or null if it is not pending any more. */
export const confirmChangeSide = async (
  sql: Queries,
  { id, side, at }: { id: string; side: ChangeSide; at: Date },
): Promise<EmailChange | null> => {
  const changed = await sql
    .updateTable('emailChange')
    .set(side === 'old' ? { oldConfirmedAt: at } : { newConfirmedAt: at })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning(['id', 'userId', 'companyId', 'fromEmail', 'toEmail'])
    .returning(['oldConfirmedAt', 'newConfirmedAt', 'teamConfirmedAt', 'sessionId'])
    .executeTakeFirst()
  return changed ?? null
}

/** Stores that an administrator confirmed the change in place of the old address, and when it is made. */
export const confirmChangeForOld = async (
  sql: Queries,
  { id, at, by, dueAt }: { id: string; at: Date; by: string; dueAt: Date },
): Promise<void> => {
  await sql
    .updateTable('emailChange')
    .set({ teamConfirmedAt: at, teamConfirmedBy: by, dueAt })
    .where('id', '=', id)
    .execute()
}

/** Stores that the change was made. */
export const completeEmailChange = async (
  sql: Queries,
  { id, at }: { id: string; at: Date },
): Promise<void> => {
  await sql.updateTable('emailChange').set({ confirmedAt: at }).where('id', '=', id).execute()
}

/** Cancels the person's pending change. Returns whether there was one. */
export const cancelPendingChange = async (
  sql: Queries,
  { userId, at, by }: { userId: string; at: Date; by: CancelledBy },
): Promise<boolean> =>
  changedOne(
    await sql
      .updateTable('emailChange')
      .set({ cancelledAt: at, cancelledBy: by })
      .where('userId', '=', userId)
      .where('state', '=', 'pending')
      .executeTakeFirst(),
  )

/** Cancels the changes whose links are all removed: nobody can confirm them any more. */
export const cancelChangesWithoutLinks = async (sql: Queries, at: Date): Promise<void> => {
  await sql
    .updateTable('emailChange')
    .set({ cancelledAt: at, cancelledBy: 'expired' })
    .where('state', '=', 'pending')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('oneTimeLink as link')
            .select('link.kind')
            .whereRef('link.emailChangeId', '=', 'emailChange.id'),
        ),
      ),
    )
    .execute()
}

export type PendingEmail = {
  readonly pendingEmail: string | null
  /** The addresses whose links were not opened yet. */
  readonly pendingEmailWaits: 'both' | ChangeSide | null
}

/** The requested address and who has to confirm it; null when none of its links can be opened. */
export const readPendingEmail = async (
  sql: Queries,
  { userId, now }: { userId: string; now: Date },
): Promise<PendingEmail> => {
  const pending = await sql
    .selectFrom('emailChange as change')
    .innerJoin('oneTimeLink as link', 'link.emailChangeId', 'change.id')
    .select(['change.toEmail', 'change.oldConfirmedAt', 'change.newConfirmedAt'])
    .where('change.userId', '=', userId)
    .where('change.state', '=', 'pending')
    .where('link.usedAt', 'is', null)
    .where('link.expiresAt', '>', now)
    .limit(1)
    .executeTakeFirst()
  if (!pending) return { pendingEmail: null, pendingEmailWaits: null }
  const { toEmail, oldConfirmedAt, newConfirmedAt } = pending
  const missing = oldConfirmedAt === null ? 'old' : 'new'
  const isBoth = oldConfirmedAt === null && newConfirmedAt === null
  return { pendingEmail: toEmail, pendingEmailWaits: isBoth ? 'both' : missing }
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

export type TrackedChange = Pick<EmailChange, 'id' | 'companyId' | 'userId' | 'fromEmail' | 'toEmail'> & {
  readonly state: string
  readonly informed: boolean
  readonly confirmedAt: Date | null
}

/** Those of these changes that are in the scope, locked in the order of their ids. */
export const lockChanges = (sql: Queries, ids: readonly string[]): Promise<TrackedChange[]> =>
  sql
    .selectFrom('emailChange')
    .select(['id', 'companyId', 'userId', 'fromEmail', 'toEmail', 'state', 'informed', 'confirmedAt'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Stores that the people of these changes were informed, and by whom. */
export const markInformed = async (
  sql: Queries,
  { ids, at, by }: { ids: readonly string[]; at: Date; by: string },
): Promise<void> => {
  if (ids.length === 0) return
  await sql
    .updateTable('emailChange')
    .set({ informed: true, informedAt: at, informedBy: by })
    .where('id', '=', anyOf(ids))
    .where('informed', '=', false)
    .execute()
}
