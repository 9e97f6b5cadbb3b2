import { getOwnWallets, getWallets, walletTypes } from '@cardamom/contract/wallets/wallet-records'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import { readBalances } from '../ledger/reports.ts'
import { readWalletOpenings } from '../ledger/wallet-accounts.sql.ts'
import { seesSharesOf } from '../companies/share-access.ts'
import { sumPendingShares, sumStoppedShares } from '../shares/shares.sql.ts'
import { mountPendingMoney, type PendingMoneyNeeds } from './pending-money.routes.ts'
import { isDeposit, pendingParts, type PendingTopUps, type UnpaidSettlement } from './pending-parts.ts'
import { bucketsOf } from './wallet-balances.ts'
import { ownWalletLinesList, walletLinesList } from './wallet-lines.list.ts'
import { readWalletOwner } from './wallet-owners.ts'
import { walletsList } from './wallets.list.ts'

/** What the wallets show of higher modules. */
export type WalletNeeds = PendingMoneyNeeds & {
  /** The top-ups of an owner that are pending, in the scope. */
  readonly sumPendingTopUps: (sql: Queries, ownerId: string) => Promise<readonly PendingTopUps[]>
  readonly readUnpaidSettlements: (sql: Queries, ownerId: string) => Promise<readonly UnpaidSettlement[]>
}

/** Both wallets of an owner whom the reader may see. */
export const walletsOf = async (
  sql: Queries,
  ownerId: string,
  { now, needs }: { now: Date; needs: WalletNeeds },
) => {
  const balances = await readBalances(sql, [ownerId])
  const openings = await readWalletOpenings(sql, ownerId)
  const calendar = await readBusinessCalendar(sql)
  const shares = await sumPendingShares(sql, ownerId)
  const stopped = await sumStoppedShares(sql, { companyId: null, ownerId, by: 'owner', now })
  const topUps = await needs.sumPendingTopUps(sql, ownerId)
  const settlements = await needs.readUnpaidSettlements(sql, ownerId)
  const wallets = walletTypes.map((wallet) => {
    const code = `wallet.${wallet}.available`
    const floor = balances.find((each) => each.code === code)?.floor ?? 0n
    return {
      wallet,
      ...bucketsOf(balances, { ownerId, wallet }),
      allowance: -floor,
      openedAt: openings.find((each) => each.code === code)?.openedAt ?? null,
    }
  })
  const pendingOf = (type: 'regular' | 'immediate') =>
    wallets.find(({ wallet }) => wallet === type)?.pending ?? 0n
  const pending = { regular: pendingOf('regular'), immediate: pendingOf('immediate') }
  return {
    wallets,
    owed: balances.find(({ code }) => code === 'partner.owed')?.natural ?? 0n,
    pending: pendingParts(shares, { calendar, now, pending, topUps, settlements, stopped }),
  }
}

type AllOfOwner = Awaited<ReturnType<typeof walletsOf>>

/** What another level may see: deposits, and no share (domain §13.9). */
const withoutShares = ({ wallets, pending }: AllOfOwner) => ({
  wallets: wallets.map((wallet) => ({ ...wallet, pending: null })),
  owed: null,
  pending: pending.filter(({ reason }) => isDeposit(reason)),
})

/** Wallets and their lines, of the owners in scope and of the reader (domain §3). */
export const mountWalletRecords = (kernel: Kernel, needs: WalletNeeds): void => {
  const { mount } = kernel
  mountPendingMoney(kernel, needs)
  mountList(kernel, walletsList)
  mountList(kernel, walletLinesList)
  mountList(kernel, ownWalletLinesList)

  mount(getWallets, async ({ sql, me, params, now }) => {
    const owner = await readWalletOwner(sql, me, params.id)
    if (!owner) return refused('record_not_found')
    const all = await walletsOf(sql, owner.id, { now, needs })
    return accepted({ ...(seesSharesOf(me, owner.id) ? all : withoutShares(all)), owner })
  })

  mount(getOwnWallets, async ({ sql, me, now }) => accepted(await walletsOf(sql, me.userId, { now, needs })))
}
