import type { Buckets, WalletType } from '@cardamom/contract/wallets/wallet-records'
import type { OwnedBalance } from '../ledger/reports.ts'
import { seesSharesOf, type ShareReader } from '../companies/share-access.ts'

/** The parts of one wallet, of the balances of its owner. */
export const bucketsOf = (
  balances: readonly OwnedBalance[],
  { ownerId, wallet }: { ownerId: string; wallet: WalletType },
): Buckets => {
  const naturalOf = (bucket: keyof Buckets) =>
    balances.find((each) => each.ownerId === ownerId && each.code === `wallet.${wallet}.${bucket}`)
      ?.natural ?? 0n
  return {
    available: naturalOf('available'),
    pending: naturalOf('pending'),
    reserved: naturalOf('reserved'),
  }
}

/** The parts of a wallet, as far as a reader sees its shares. */
export const shownBuckets = (me: ShareReader, buckets: Buckets, ownerId: string) => ({
  ...buckets,
  pending: seesSharesOf(me, ownerId) ? buckets.pending : null,
})
