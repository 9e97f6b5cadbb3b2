import { formatCents } from '@cardamom/contract/money'
import type { LimitHit } from '@cardamom/contract/wallets/wallet-money'
import { startOfDay } from '../loads/load-limits.ts'
import { refused, type RefusedAnswer } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import { readPayinLimit, type PayinCategory, type PayinLimit } from '../limits/limits.sql.ts'
import type { Company } from '../companies/company.ts'

/** What an operation of a wallet or card may have, in cents (domain §3). */
export type OperationLimits = Pick<PayinLimit, 'minimumCents' | 'maximumCents'> & {
  readonly leftTodayCents: bigint
}

/** Whether an amount is within the limits. */
const isWithinLimits = (
  cents: bigint,
  { minimumCents, maximumCents, leftTodayCents }: OperationLimits,
): boolean => cents > 0n && cents >= minimumCents && cents <= maximumCents && cents <= leftTodayCents

const limitHit = (cents: bigint, { minimumCents, maximumCents }: OperationLimits): LimitHit['why'] => {
  if (cents <= 0n || cents < minimumCents) return 'below_minimum'
  return cents > maximumCents ? 'over_maximum' : 'over_daily'
}

/** The refusal of an amount outside of the limits, or null. It names the limit and what is left today. */
export const limitRefusal = (
  cents: bigint,
  limits: OperationLimits,
  field: string,
): RefusedAnswer<'invalid_amount'> | null => {
  if (isWithinLimits(cents, limits)) return null
  const { minimumCents, maximumCents, leftTodayCents } = limits
  const data: LimitHit = {
    why: limitHit(cents, limits),
    amount: formatCents(cents),
    minimum: formatCents(minimumCents),
    maximum: formatCents(maximumCents),
    leftToday: formatCents(leftTodayCents),
  }
  return refused('invalid_amount', { field, data })
}

/** The limits of an operation after what was used today. */
export const operationLimits = (limit: PayinLimit, usedCents: bigint): OperationLimits => ({
  ...limit,
  leftTodayCents: usedCents >= limit.dailyCents ? 0n : limit.dailyCents - usedCents,
})

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
  return operationLimits(limit, used)
}
