import type { Queries } from '../kernel/queries.ts'

/** What a person chose for their own security. */
export type SecurityChoice = {
  readonly otpLogin: boolean
  /** Null: what the operator set. */
  readonly lockAfterSeconds: number | null
}

const read = 'select otp_login, lock_after_seconds from security_choice where user_id = $1'
const write = `insert into security_choice (user_id, company_id, otp_login, lock_after_seconds)
  values ($1, $2, $3, $4)
  on conflict (user_id) do update set otp_login = excluded.otp_login,
    lock_after_seconds = excluded.lock_after_seconds`

export const readSecurityChoice = async (sql: Queries, userId: string): Promise<SecurityChoice> => {
  type Row = { otp_login: boolean; lock_after_seconds: number | null }
  const row = await sql.maybe<Row>(read, [userId])
  return { otpLogin: row?.otp_login ?? false, lockAfterSeconds: row?.lock_after_seconds ?? null }
}

export const writeSecurityChoice = async (
  sql: Queries,
  of: SecurityChoice & { userId: string; companyId: string },
): Promise<void> => {
  await sql.run(write, [of.userId, of.companyId, of.otpLogin, of.lockAfterSeconds])
}
