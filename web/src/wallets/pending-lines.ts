import type { WireOf } from '@cardamom/contract/endpoint'
import type { readPendingMoney } from '@cardamom/contract/wallets/pending-money'

type Pending = WireOf<typeof readPendingMoney>
export type PendingGroup = Pending['companies'][number] & { readonly companyName?: string }
type Part = PendingGroup['parts'][number]

/** The lines of the file of pending money, one for each part. Who is not among the people of the reader has no name. */
export const pendingLines = (
  groups: readonly PendingGroup[],
  {
    isByOwner,
    nameOf,
    walletOf,
    reasonOf,
  }: {
    readonly isByOwner: boolean
    readonly nameOf: (name: string) => string
    readonly walletOf: (wallet: Part['wallet']) => string
    readonly reasonOf: (reason: Part['reason']) => string
  },
): string[][] =>
  groups.flatMap(({ name, companyName, parts }) =>
    parts.map(({ wallet, runAt, reason, amount }) => [
      nameOf(name),
      ...(isByOwner ? [nameOf(companyName ?? '')] : []),
      walletOf(wallet),
      runAt ?? '',
      reasonOf(reason),
      amount,
    ]),
  )
