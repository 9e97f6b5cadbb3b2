import { changedOne, type Queries } from '../kernel/queries.ts'
import { hashSecret } from './secrets.ts'

const dayMs = 86_400_000
/** How long a browser is trusted, at the login only (security §1). */
export const trustMs = 30 * dayMs

export const insertTrustedDevice = async (
  sql: Queries,
  {
    secret,
    at,
    ...trusted
  }: {
    id: string
    companyId: string
    userId: string
    secret: string
    device: string
    at: Date
    expiresAt: Date
  },
): Promise<void> => {
  await sql
    .insertInto('trustedDevice')
    .values({ ...trusted, secretHash: hashSecret(secret), createdAt: at })
    .execute()
}

const trustedDevices = (sql: Queries, { userId, now }: { userId: string; now: Date }) =>
  sql
    .selectFrom('trustedDevice')
    .select(['id', 'device', 'createdAt', 'expiresAt', 'secretHash'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)

/** Whether this person trusts the browser that has this secret. */
export const isTrusted = async (
  sql: Queries,
  { userId, secret, now }: { userId: string; secret: string | null; now: Date },
): Promise<boolean> => {
  if (secret === null) return false
  const device = await trustedDevices(sql, { userId, now })
    .where('secretHash', '=', hashSecret(secret))
    .executeTakeFirst()
  return device !== undefined
}

export const listTrustedDevicesOf = async (
  sql: Queries,
  { userId, secret, now }: { userId: string; secret: string | null; now: Date },
) => {
  const own = secret === null ? null : hashSecret(secret)
  const devices = await trustedDevices(sql, { userId, now }).orderBy('createdAt', 'desc').execute()
  return devices.map(({ secretHash, ...device }) => ({
    ...device,
    thisDevice: own?.equals(secretHash) ?? false,
  }))
}

export const forgetTrustedDevice = async (
  sql: Queries,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> =>
  changedOne(
    await sql
      .deleteFrom('trustedDevice')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .executeTakeFirst(),
  )

/** Ends all trust after a change of a login credential. Returns the number of trusted browsers. */
export const forgetTrustedDevices = async (sql: Queries, userId: string): Promise<number> => {
  const forgotten = await sql.deleteFrom('trustedDevice').where('userId', '=', userId).executeTakeFirst()
  return Number(forgotten.numDeletedRows)
}

export const dropTrustedDevicesBefore = async (sql: Queries, at: Date): Promise<void> => {
  await sql.deleteFrom('trustedDevice').where('expiresAt', '<', at).execute()
}
