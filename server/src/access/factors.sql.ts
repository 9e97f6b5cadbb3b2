import { changedOne, type Queries } from '../kernel/queries.ts'
import { queryOnce, slot } from '../kernel/select-once.ts'
import type { Factor } from './factor.ts'

const factorsOf = queryOnce((sql) =>
  sql
    .selectFrom('factor')
    .select(['id', 'providerId', 'method', 'name', 'detail', 'credentialId', 'deviceId', 'synced'])
    .select(['createdAt', 'lastUsedAt', 'fullFrom'])
    .where('userId', '=', slot<string>('userId'))
    .orderBy('createdAt')
    .orderBy('id'),
)

/** A person's factors as they are stored here, the oldest first. */
export const readFactors = (sql: Queries, userId: string): Promise<Factor[]> => factorsOf(sql, { userId })

/** Returns false when it is there already. */
export const insertFactor = async (
  sql: Queries,
  factor: Factor & { companyId: string; userId: string },
): Promise<boolean> =>
  changedOne(
    await sql
      .insertInto('factor')
      .values(factor)
      .onConflict((conflict) => conflict.columns(['userId', 'providerId']).doNothing())
      .executeTakeFirst(),
  )

/** The browser that created it: the provider names one only at the first use. */
export const setFactorDevice = async (
  sql: Queries,
  { id, deviceId }: { id: string; deviceId: string },
): Promise<void> => {
  await sql
    .updateTable('factor')
    .set({ deviceId })
    .where('id', '=', id)
    .where('deviceId', 'is', null)
    .execute()
}

/** Values that change by use. If the provider names no device, the stored one stays. */
export const refreshFactor = async (
  sql: Queries,
  { id, deviceId, lastUsedAt, synced, credentialId }: Omit<Factor, 'name'>,
): Promise<void> => {
  await sql
    .updateTable('factor')
    .set({ deviceId: deviceId ?? undefined, lastUsedAt, synced, credentialId })
    .where('id', '=', id)
    .execute()
}

export const renameFactorOf = async (
  sql: Queries,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<boolean> =>
  changedOne(
    await sql
      .updateTable('factor')
      .set({ name })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .executeTakeFirst(),
  )

export const deleteFactorOf = async (
  sql: Queries,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> =>
  changedOne(
    await sql.deleteFrom('factor').where('id', '=', id).where('userId', '=', userId).executeTakeFirst(),
  )
