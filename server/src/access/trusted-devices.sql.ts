import type { Queries } from '../kernel/queries.ts'
import { hashSecret } from './secrets.ts'

const dayMs = 86_400_000
/** How long a browser is trusted, at the login only (security §1). */
export const trustMs = 30 * dayMs

const insert = `insert into trusted_device (id, company_id, user_id, secret_hash, device, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)`
const find =
  'select 1 as found from trusted_device where user_id = $1 and secret_hash = $2 and expires_at > $3'
const list = `select id, device, created_at, expires_at, secret_hash from trusted_device
  where user_id = $1 and expires_at > $2 order by created_at desc`
const forgetOne = 'delete from trusted_device where id = $1 and user_id = $2'
const forgetAll = 'delete from trusted_device where user_id = $1'
const dropOld = 'delete from trusted_device where expires_at < $1'

export const insertTrustedDevice = async (
  sql: Queries,
  trusted: {
    id: string
    companyId: string
    userId: string
    secret: string
    device: string
    at: Date
    expiresAt: Date
  },
): Promise<void> => {
  const { id, companyId, userId, secret, device, at, expiresAt } = trusted
  await sql.run(insert, [id, companyId, userId, hashSecret(secret), device, at, expiresAt])
}

/** Whether this person trusts the browser that has this secret. */
export const isTrusted = async (
  sql: Queries,
  { userId, secret, now }: { userId: string; secret: string | null; now: Date },
): Promise<boolean> => secret !== null && (await sql.maybe(find, [userId, hashSecret(secret), now])) !== null

export const listTrustedDevicesOf = async (
  sql: Queries,
  { userId, secret, now }: { userId: string; secret: string | null; now: Date },
) => {
  type Row = { id: string; device: string; created_at: Date; expires_at: Date; secret_hash: Buffer }
  const own = secret === null ? null : hashSecret(secret)
  return (await sql.rows<Row>(list, [userId, now])).map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    thisDevice: own !== null && own.equals(row.secret_hash),
  }))
}

export const forgetTrustedDevice = async (
  sql: Queries,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> => (await sql.run(forgetOne, [id, userId])) === 1

/** After a change of what a person logs in with no browser is trusted any more. */
/** @returns how many there were */
export const forgetTrustedDevices = async (sql: Queries, userId: string): Promise<number> =>
  sql.run(forgetAll, [userId])

export const dropTrustedDevicesBefore = async (sql: Queries, at: Date): Promise<void> => {
  await sql.run(dropOld, [at])
}
