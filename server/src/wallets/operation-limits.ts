import { startOfDay } from '../loads/load-limits.ts'
import type { Queries } from '../kernel/queries.ts'
import { readPayinLimit, type PayinCategory, type PayinLimit } from '../limits/limits.sql.ts'
import type { Company } from '../companies/company.ts'

/** What an operation of a wallet or card may have, in cents (domain §3). */
export type OperationLimits = Pick<PayinLimit, 'minimumCents' | 'maximumCents'> & {
  readonly leftTodayCents: bigint
}

/** Whether an amount is within the limits. */
export const isWithinLimits = (
  cents: bigint,
  { minimumCents, maximumCents, leftTodayCents }: OperationLimits,
): boolean => cents > 0n && cents >= minimumCents && cents <= maximumCents && cents <= leftTodayCents

/**
 * The limits of a holder's next operation. A day is the company's.
 * @param usedSince what operations of this kind have used since an instant, read after the wallets
 */
export const readOperationLimits = async (
  sql: Queries,
  of: {
    readonly holder: { readonly company: Pick<Company, 'id' | 'timeZone'> }
    readonly category: PayinCategory
    readonly now: Date
    readonly usedSince: (since: Date) => Promise<bigint>
  },
): Promise<OperationLimits> => {
  const { id: companyId, timeZone } = of.holder.company
  const [limit, used] = await Promise.all([
    readPayinLimit(sql, { companyId, category: of.category }),
    of.usedSince(startOfDay(timeZone, of.now)),
  ])
  return { ...limit, leftTodayCents: used >= limit.dailyCents ? 0n : limit.dailyCents - used }
}
