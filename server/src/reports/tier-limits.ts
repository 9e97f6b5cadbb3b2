import type { payinCategories } from '@cardamom/contract/limits/payin-limits'
import type { Company } from '../companies/company.ts'
import { readToppedUpOnDays } from '../deposits/top-ups.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { readEmergencyMaximums } from '../limits/emergency-maximums.sql.ts'
import { limitKey, readLimitsInForce } from '../limits/limits.sql.ts'
import { readEmergencyUses, startOfDay } from '../loads/load-limits.ts'
import { readSentOnDays } from '../transfers/transfers.sql.ts'
import { readWithdrawnOnDays } from '../withdrawals/withdrawals.sql.ts'

/** What a company itself pays in and out; the limits of loads count for each person. */
const categories = [
  'transfer',
  'withdrawal',
  'regular_topup',
  'immediate_topup',
] as const satisfies readonly (typeof payinCategories)[number][]

/** What companies may still pay in and out today. One statement for each kind of use, whatever the number of companies. */
export const readTierLimits = async (
  sql: Queries,
  { companies, now }: { readonly companies: readonly Company[]; readonly now: Date },
) => {
  const days = companies.map(({ id, timeZone }) => ({ ownerId: id, since: startOfDay(timeZone, now) }))
  const inForce = await readLimitsInForce(
    sql,
    companies.flatMap(({ id }) => categories.map((category) => ({ companyId: id, category }))),
  )
  // One after another: a transaction has one connection.
  const used = {
    transfer: await readSentOnDays(sql, days),
    withdrawal: await readWithdrawnOnDays(sql, days),
    regular_topup: await readToppedUpOnDays(sql, 'regular', days),
    immediate_topup: await readToppedUpOnDays(sql, 'immediate', days),
  }
  return (companyId: string) =>
    categories.flatMap((category) => {
      const daily = inForce.get(limitKey({ companyId, category }))?.dailyCents
      if (daily === undefined) return []
      const spent = used[category].get(companyId) ?? 0n
      return [{ category, daily, left: spent >= daily ? 0n : daily - spent }]
    })
}

/** The maximum emergency loads of companies, and what is left today for the card with the most use. */
export const readTierEmergencies = async (
  sql: Queries,
  { ids, now }: { readonly ids: readonly string[]; readonly now: Date },
) => {
  const maximums = await readEmergencyMaximums(sql, ids)
  const uses = await readEmergencyUses(sql, { companyIds: ids, now })
  return (companyId: string) => {
    const maximum = maximums.get(companyId) ?? 0n
    const most = uses.get(companyId)?.mostCents ?? 0n
    return { maximum, left: most >= maximum ? 0n : maximum - most }
  }
}
