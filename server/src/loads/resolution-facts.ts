import { readLoadSettings } from './load-facts.ts'
import { readKyc } from '../kyc/kyc-standing.ts'
import type { Queries } from '../kernel/queries.ts'
import { readCreditLimits } from './load-limits.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { readPartMoney } from './load-parts.sql.ts'
import { isLoad, type PaymentRecord } from './load-record.ts'
import { readOpenRefund } from './load-refunds.sql.ts'
import { isResolvable, type ResolutionFacts } from './load-resolutions.ts'
import type { TransferRow } from './chain-transfers.sql.ts'

/** Facts of the payer's choice besides current rates; null where there is no choice. */
export const readResolutionFacts = async (
  sql: Queries,
  of: {
    load: PaymentRecord
    transfers: readonly TransferRow[]
    now: Date
    needs: LoadsNeeds
  },
): Promise<Omit<ResolutionFacts, 'current'> | null> => {
  const { load, transfers, now, needs } = of
  if (!isResolvable(load)) return null
  const kyc = isLoad(load) ? await readKyc(sql, load.userId) : { isVerified: true, isHeld: false }
  return {
    transfers,
    assets: needs.rail.assets,
    ofPart: await readPartMoney(sql, load.id),
    refundMinimumCents: (await readLoadSettings(sql)).refundMinimumCents,
    isVerified: kyc.isVerified && !kyc.isHeld,
    limits: isLoad(load)
      ? await readCreditLimits(sql, { load, now })
      : (await needs.topUps.read(sql, { payment: load, now })).limits,
    refund: await readOpenRefund(sql, load.id),
  }
}
