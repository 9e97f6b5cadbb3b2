import type { readWithdrawalTerms } from '@cardamom/contract/withdrawals/withdrawal-requests'
import type { WireOf } from '@cardamom/contract/endpoint'
import { centsOf, centsText } from '../kernel/cents.ts'

type Terms = Pick<WireOf<typeof readWithdrawalTerms>, 'wallets' | 'limits'>

/** The largest amount that can leave a wallet now. `cutBy` names the limit that leaves a part of the money in the wallet. */
type LargestAmount = {
  readonly amount: string
  readonly withdrawable: string
  readonly cutBy: 'maximum' | 'today' | null
}

export const largestOf = ({ wallets, limits }: Terms, from: string): LargestAmount => {
  const withdrawable = wallets.find(({ wallet }) => wallet === from)?.withdrawable ?? '0.00'
  const all = centsOf(withdrawable)
  const maximum = limits ? centsOf(limits.maximum) : all
  const today = limits ? centsOf(limits.leftToday) : all
  if (all <= maximum && all <= today) return { amount: withdrawable, withdrawable, cutBy: null }
  return maximum <= today
    ? { amount: centsText(maximum), withdrawable, cutBy: 'maximum' }
    : { amount: centsText(today), withdrawable, cutBy: 'today' }
}
