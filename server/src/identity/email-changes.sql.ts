import type { Queries } from '../kernel/queries.ts'

const insert = `insert into email_change (id, company_id, user_id, from_email, to_email, requested_at,
    session_id)
  values ($1, $2, $3, $4, $5, $6, $7)`
const confirm = `update email_change set confirmed_at = $2 where id = $1 and confirmed_at is null
  returning session_id`
const setEmail = `update app_user set email = $2, email_verified_at = $3, credentials_changed_at = $3,
    version = version + 1
  where id = $1`
const pending = `select c.to_email from email_change c
  join one_time_link l on l.email_change_id = c.id
  where c.user_id = $1 and c.confirmed_at is null and l.used_at is null and l.expires_at > $2
  order by c.id desc limit 1`

export const insertEmailChange = async (
  sql: Queries,
  change: {
    id: string
    companyId: string
    userId: string
    from: string
    to: string
    sessionId: string
    at: Date
  },
): Promise<void> => {
  const { id, companyId, userId, from, to, at, sessionId } = change
  await sql.run(insert, [id, companyId, userId, from, to, at, sessionId])
}

/** Confirms the change; gives the session that asked for it. */
export const confirmEmailChange = async (
  sql: Queries,
  { id, at }: { id: string; at: Date },
): Promise<string | null> =>
  (await sql.maybe<{ session_id: string | null }>(confirm, [id, at]))?.session_id ?? null

/** The address becomes that of the person. Throws on the unique constraint `app_user_email_key`. */
export const updateEmail = async (
  sql: Queries,
  { id, email, at }: { id: string; email: string; at: Date },
): Promise<void> => {
  await sql.run(setEmail, [id, email, at])
}

/** The address that waits for its link to be opened, or null. */
export const readPendingEmail = async (
  sql: Queries,
  { userId, now }: { userId: string; now: Date },
): Promise<string | null> => (await sql.maybe<{ to_email: string }>(pending, [userId, now]))?.to_email ?? null
