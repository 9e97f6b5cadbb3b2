import { lockUser } from '../identity/users.sql.ts'
import type { EventHandler } from '../kernel/jobs.ts'
import { ensureLimitUse } from './load-sums.sql.ts'

/**
 * Creates for the holder of a new card the row that guards the limits of their loads: a plan that uses them changes this row and
 * cannot create it. It is in the holder's present company, which may have changed since the card was made.
 */
export const createLimitUse: EventHandler<'card.created'> = async ({ userId }, work) => {
  if (userId === null) throw new Error('A card has a holder')
  await work.write(async ({ sql }) => {
    const { companyId } = await lockUser(sql, userId)
    await ensureLimitUse(sql, { companyId, userId })
  })
}
