import type {
  JournalLeg,
  WalletChange,
  WalletHolder as HolderSchema,
} from '@cardamom/contract/wallets/wallet-money'
import type { z } from 'zod'
import { brandName } from '../companies/company.ts'
import type { Leg } from '../kernel/plan.ts'
import { seesSharesOf, type ShareReader } from '../companies/share-access.ts'
import { openWallet, type WalletHolder, type WalletType } from './wallet-holder.ts'
import type { OperationLimits } from './operation-limits.ts'

/** A holder as administrators see it. */
export const holderView = ({
  id,
  kind,
  name,
  email,
  company,
}: WalletHolder): z.output<typeof HolderSchema> => ({
  id,
  kind,
  name,
  email,
  companyId: company.id,
  companyName: brandName(company),
})

/** The same with the available money of both wallets. */
export const holderWithMoney = (holder: WalletHolder) => ({
  ...holderView(holder),
  regular: holder.wallets?.regular.availableCents ?? 0n,
  immediate: holder.wallets?.immediate.availableCents ?? 0n,
})

/** A wallet before and after a change of its available money; its pending money as far as the reader sees its shares. */
export const walletChange = (
  me: ShareReader,
  holder: WalletHolder,
  { wallet, changeCents }: { readonly wallet: WalletType; readonly changeCents: bigint },
): z.output<typeof WalletChange> => {
  const state = openWallet(holder, wallet)
  if (!state) throw new Error('A decision is about wallets that are open')
  return {
    holder: holderView(holder),
    wallet,
    before: state.availableCents,
    after: state.availableCents + changeCents,
    pending: seesSharesOf(me, holder.id) ? state.pendingCents : null,
    reserved: state.reservedCents,
    allowance: state.allowanceCents,
  }
}

/** The legs of a journal as people read them: debits first, as accountants write them. */
export const legViews = (
  legs: readonly Leg[],
  names: ReadonlyMap<string, string>,
): z.output<typeof JournalLeg>[] =>
  legs
    .map(({ account: { code, ownerId }, amount }) => ({
      account: code,
      holder: ownerId === undefined ? null : (names.get(ownerId) ?? null),
      side: amount < 0n ? ('debit' as const) : ('credit' as const),
      amount: amount < 0n ? -amount : amount,
    }))
    .toSorted((one, other) => Number(other.side === 'debit') - Number(one.side === 'debit'))

export const limitsView = ({ minimumCents, maximumCents, leftTodayCents }: OperationLimits) => ({
  minimum: minimumCents,
  maximum: maximumCents,
  leftToday: leftTodayCents,
})
