import { changedOne, type Queries } from '../kernel/queries.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Encryption } from '../kernel/encryption.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codesMade = 10
const digits = 12
/** A person is warned when no more codes than this are left. */
const lowCodes = 3

/** A code of 60 unpredictable bits in three groups. */
const codeFrom = (bytes: Buffer): string => {
  const text = [...bytes].map((byte) => crockford[byte & 31]).join('')
  return [text.slice(0, 4), text.slice(4, 8), text.slice(8)].join('-')
}

/** Normalises a typed code: letters of any case, with or without dashes; O is 0, I and L are 1. */
const plain = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

const hashOf = (encryption: Encryption, userId: string, code: string) =>
  encryption.digest(`${userId}:${plain(code)}`, 'recovery-code')

/** Makes ten codes that replace all earlier ones; only their keyed hashes are stored. */
export const replaceRecoveryCodes = async (
  sql: Queries,
  deps: { ids: Ids; encryption: Encryption },
  of: { userId: string; companyId: string; at: Date },
): Promise<string[]> => {
  const { userId, companyId, at } = of
  const codes = Array.from({ length: codesMade }, () => codeFrom(deps.ids.secret(digits)))
  await dropRecoveryCodes(sql, userId)
  const rows = codes.map((code) => ({
    codeHash: hashOf(deps.encryption, userId, code),
    companyId,
    userId,
    madeAt: at,
  }))
  await sql.insertInto('recoveryCode').values(rows).execute()
  return codes
}

/** Consumes a code, once. */
export const useRecoveryCode = async (
  sql: Queries,
  encryption: Encryption,
  { userId, code, at }: { userId: string; code: string; at: Date },
): Promise<boolean> =>
  changedOne(
    await sql
      .updateTable('recoveryCode')
      .set({ usedAt: at })
      .where('codeHash', '=', hashOf(encryption, userId, code))
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .executeTakeFirst(),
  )

/** Number of codes that are left; null: none were ever made. */
export const readRecoveryCodes = async (
  sql: Queries,
  userId: string,
): Promise<{ left: number; isLow: boolean; madeAt: Date } | null> => {
  const codes = await sql
    .selectFrom('recoveryCode')
    .select(({ fn }) => [
      fn.countAll<bigint>().filterWhere('usedAt', 'is', null).as('left'),
      fn.max('madeAt').as('madeAt'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const [left, madeAt] = [Number(codes.left), codes.madeAt]
  return madeAt ? { left, isLow: left <= lowCodes, madeAt } : null
}

/** Whether a code can be typed instead of a factor. */
export const hasRecoveryCodes = async (sql: Queries, userId: string): Promise<boolean> =>
  ((await readRecoveryCodes(sql, userId))?.left ?? 0) > 0

/** The codes are deleted with the last factor. */
export const dropRecoveryCodes = async (sql: Queries, userId: string): Promise<void> => {
  await sql.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
}
