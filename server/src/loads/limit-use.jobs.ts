import type { EventHandler } from '../kernel/jobs.ts'
import { ensureLimitUse } from './load-sums.sql.ts'

/**
 * Gives the holder of a new card the row that guards the limits of their loads: a plan that uses them changes this row and
 * cannot create it.
 */
export const createLimitUse: EventHandler<'card.created'> = async ({ companyId, userId }, work) => {
  if (companyId === null || userId === null) throw new Error('A card has a holder')
  await work.write(({ sql }) => ensureLimitUse(sql, { companyId, userId }))
}
