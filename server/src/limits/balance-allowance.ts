import { allowanceTiers, type allowanceStates } from '@cardamom/contract/limits/balance-allowances'
import type { BalanceAllowance, WalletAllowance } from './balance-allowances.sql.ts'

type State = (typeof allowanceStates)[number]

/** Whether the ledger has what was set. Nobody has set anything: the ledger has 0. */
const stateOf = (set: BalanceAllowance | null, wallet: WalletAllowance): State => {
  if (!set || set.allowanceCents === wallet.allowanceCents) return 'in_force'
  return set.refusedAt === null ? 'being_set' : 'refused'
}

/** An allowance with what is used and left of it. */
export const allowanceView = (set: BalanceAllowance | null, wallet: WalletAllowance) => ({
  state: stateOf(set, wallet),
  wanted: set?.allowanceCents ?? wallet.allowanceCents,
  allowance: wallet.allowanceCents,
  used: wallet.usedCents,
  left: wallet.usedCents >= wallet.allowanceCents ? 0n : wallet.allowanceCents - wallet.usedCents,
})

/** Why an allowance cannot be set. A company that came to another tier can only end what it has. */
export const obstacleOf = (of: {
  tier: number
  allowanceCents: bigint
  wallet: WalletAllowance
}): 'allowance_not_for_tier' | 'allowance_in_use' | null => {
  const { tier, allowanceCents, wallet } = of
  if (!allowanceTiers.includes(tier) && allowanceCents > 0n) return 'allowance_not_for_tier'
  return allowanceCents < wallet.usedCents ? 'allowance_in_use' : null
}
