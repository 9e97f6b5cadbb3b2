import type { Queries } from '../kernel/queries.ts'

/** A person's choices for their own security. */
export type SecurityChoice = {
  readonly otpLogin: boolean
  /** Null: the operator's setting applies. */
  readonly lockAfterSeconds: number | null
}

export const readSecurityChoice = async (sql: Queries, userId: string): Promise<SecurityChoice> => {
  const choice = await sql
    .selectFrom('securityChoice')
    .select(['otpLogin', 'lockAfterSeconds'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return choice ?? { otpLogin: false, lockAfterSeconds: null }
}

export const writeSecurityChoice = async (
  sql: Queries,
  { userId, companyId, otpLogin, lockAfterSeconds }: SecurityChoice & { userId: string; companyId: string },
): Promise<void> => {
  const choice = { otpLogin, lockAfterSeconds }
  await sql
    .insertInto('securityChoice')
    .values({ userId, companyId, ...choice })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(choice))
    .execute()
}
