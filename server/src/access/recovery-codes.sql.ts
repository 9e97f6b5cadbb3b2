import type { Queries } from '../kernel/queries.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Seal } from '../kernel/seal.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codesMade = 10
const digits = 12
/** At so few that are left a person is warned. */
const lowCodes = 3

const drop = 'delete from recovery_code where user_id = $1'
const insert = 'insert into recovery_code (code_hash, company_id, user_id, made_at) values ($1, $2, $3, $4)'
const use = `update recovery_code set used_at = $3 where code_hash = $1 and user_id = $2 and used_at is null`
const state = `select count(*) filter (where used_at is null)::int as left, max(made_at) as made_at
  from recovery_code where user_id = $1`

/** A code of 60 unpredictable bits in three groups. */
const codeFrom = (bytes: Buffer): string => {
  const text = [...bytes].map((byte) => crockford[byte & 31]).join('')
  return [text.slice(0, 4), text.slice(4, 8), text.slice(8)].join('-')
}

/** As typed by a person: letters of any case, with or without the dashes; O is 0, I and L are 1. */
const plain = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

const hashOf = (seal: Seal, userId: string, code: string) =>
  seal.digest(`${userId}:${plain(code)}`, 'recovery-code')

/** Makes ten codes in place of all earlier ones; only their keyed hashes are kept. */
export const replaceRecoveryCodes = async (
  sql: Queries,
  deps: { ids: Ids; seal: Seal },
  of: { userId: string; companyId: string; at: Date },
): Promise<string[]> => {
  const codes = Array.from({ length: codesMade }, () => codeFrom(deps.ids.secret(digits)))
  await sql.run(drop, [of.userId])
  for (const code of codes) {
    await sql.run(insert, [hashOf(deps.seal, of.userId, code), of.companyId, of.userId, of.at])
  }
  return codes
}

/** Uses a code up: once. */
export const useRecoveryCode = async (
  sql: Queries,
  seal: Seal,
  of: { userId: string; code: string; at: Date },
): Promise<boolean> => (await sql.run(use, [hashOf(seal, of.userId, of.code), of.userId, of.at])) === 1

/** How many are left; null: none were ever made. */
export const readRecoveryCodes = async (
  sql: Queries,
  userId: string,
): Promise<{ left: number; isLow: boolean; madeAt: Date } | null> => {
  const { left, made_at: madeAt } = await sql.one<{ left: number; made_at: Date | null }>(state, [userId])
  return madeAt ? { left, isLow: left <= lowCodes, madeAt } : null
}

/** Whether a code could be typed instead of a factor. */
export const hasRecoveryCodes = async (sql: Queries, userId: string): Promise<boolean> =>
  ((await readRecoveryCodes(sql, userId))?.left ?? 0) > 0

/** With the last factor the codes go too. */
export const dropRecoveryCodes = async (sql: Queries, userId: string): Promise<void> => {
  await sql.run(drop, [userId])
}
