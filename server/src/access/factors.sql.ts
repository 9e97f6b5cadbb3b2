import type { FactorMethod } from '@cardamom/contract/access/step-up'
import type { Queries } from '../kernel/queries.ts'
import type { Factor } from './factor.ts'

type Row = {
  id: string
  provider_id: string
  method: FactorMethod
  name: string
  detail: string | null
  credential_id: string | null
  device_id: string | null
  synced: boolean | null
  created_at: Date
  last_used_at: Date | null
  full_from: Date
}

const columns = `id, provider_id, method, name, detail, credential_id, device_id, synced, created_at,
  last_used_at, full_from`
const ofUser = `select ${columns} from factor where user_id = $1 order by created_at, id`
const insert = `insert into factor (id, company_id, user_id, provider_id, method, name, detail, credential_id,
    device_id, synced, created_at, last_used_at, full_from)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  on conflict (user_id, provider_id) do nothing`
const refresh = `update factor set device_id = coalesce($2, device_id), last_used_at = $3, synced = $4,
  credential_id = $5 where id = $1`
const setDevice = 'update factor set device_id = $2 where id = $1 and device_id is null'
const rename = 'update factor set name = $3 where id = $1 and user_id = $2'
const remove = 'delete from factor where id = $1 and user_id = $2'
const begunLately = `select 1 as begun from ceremony where user_id = $1 and purpose = 'enrol' limit 1`

const factorOf = (row: Row): Factor => ({
  id: row.id,
  providerId: row.provider_id,
  method: row.method,
  name: row.name,
  detail: row.detail,
  credentialId: row.credential_id,
  deviceId: row.device_id,
  synced: row.synced,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  fullFrom: row.full_from,
})

/** A person's factors as they are kept here, the oldest first. */
export const readFactors = async (sql: Queries, userId: string): Promise<Factor[]> =>
  (await sql.rows<Row>(ofUser, [userId])).map(factorOf)

/** Gives false when it is there already. */
export const insertFactor = async (
  sql: Queries,
  factor: Factor & { companyId: string; userId: string },
): Promise<boolean> => {
  const { id, companyId, userId, providerId, method, name, detail } = factor
  const { credentialId, deviceId, synced, createdAt, lastUsedAt, fullFrom } = factor
  const device = [credentialId, deviceId, synced] as const
  const values = [id, companyId, userId, providerId, method, name, detail, ...device]
  return (await sql.run(insert, [...values, createdAt, lastUsedAt, fullFrom])) === 1
}

/** The browser that made it: the provider names one at the first use only. */
export const setFactorDevice = async (
  sql: Queries,
  { id, deviceId }: { id: string; deviceId: string },
): Promise<void> => {
  await sql.run(setDevice, [id, deviceId])
}

/** What changes by use. */
export const refreshFactor = async (
  sql: Queries,
  { id, deviceId, lastUsedAt, synced, credentialId }: Omit<Factor, 'name'>,
): Promise<void> => {
  await sql.run(refresh, [id, deviceId, lastUsedAt, synced, credentialId])
}

export const renameFactorOf = async (
  sql: Queries,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<boolean> => (await sql.run(rename, [id, userId, name])) === 1

export const deleteFactorOf = async (
  sql: Queries,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> => (await sql.run(remove, [id, userId])) === 1

/** Whether an enrolment was begun in the last day: the provider may know of a factor that we do not. */
export const hasBegunEnrolment = async (sql: Queries, userId: string): Promise<boolean> =>
  (await sql.maybe(begunLately, [userId])) !== null
