import { readLoadSettings } from './load-facts.ts'
import { readKyc } from '../kyc/kyc-standing.ts'
import type { Queries } from '../kernel/queries.ts'
import { readCreditLimits } from './load-limits.ts'
import type { LoadsNeeds } from './load-needs.ts'
import type { LoadRecord } from './load-record.ts'
import { readOpenRefund } from './load-refunds.sql.ts'
import { isResolvable, type ResolutionFacts } from './load-resolutions.ts'
import type { TransferRow } from './chain-transfers.sql.ts'

/** Facts of the payer's choice besides current rates; null where there is no choice. */
export const readResolutionFacts = async (
  sql: Queries,
  of: {
    load: LoadRecord
    transfers: readonly TransferRow[]
    now: Date
    needs: LoadsNeeds
  },
): Promise<Omit<ResolutionFacts, 'current'> | null> => {
  const { load, transfers, now, needs } = of
  if (!isResolvable(load)) return null
  const kyc = await readKyc(sql, load.userId)
  return {
    transfers,
    assets: needs.rail.assets,
    refundMinimumCents: (await readLoadSettings(sql)).refundMinimumCents,
    isVerified: kyc.isVerified && !kyc.isHeld,
    limits: await readCreditLimits(sql, { load, now }),
    refund: await readOpenRefund(sql, load.id),
  }
}
