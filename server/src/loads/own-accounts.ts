import type { RailPort } from '../providers/rail/port.ts'
import type { OwnAccount } from './own-transfers.sql.ts'

/** Which of our addresses is where. `ours` are payment addresses among those that were requested. */
export const createOwnAccounts = ({
  treasury,
  payoutWallet,
  venueWallet,
}: Pick<RailPort, 'treasury' | 'payoutWallet' | 'venueWallet'>) => {
  const wallets = new Map<string, OwnAccount>([
    [treasury, 'treasury'],
    [payoutWallet, 'payout'],
    ...(venueWallet ? [[venueWallet, 'venue'] as const] : []),
  ])
  return {
    of: (address: string, ours: ReadonlySet<string>): OwnAccount | null =>
      wallets.get(address) ?? (ours.has(address) ? 'deposits' : null),
    /** Payment addresses and our wallets. */
    with: (ours: ReadonlySet<string>): ReadonlySet<string> => new Set([...ours, ...wallets.keys()]),
  }
}
