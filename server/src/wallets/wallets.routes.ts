import { getUserWallet, listPending, readWallet } from '@cardamom/contract/wallets'
import { readPersonOfArea } from '../access/user-detail.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { listCardsOf, noMoney, readCardMoney } from '../cards/cards.sql.ts'
import { readTimeZone } from '../identity/time-zones.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { readBalances } from '../ledger/reports.ts'
import { pendingDays } from '../loads/pending-days.ts'
import { listWaitingLoads } from '../loads/wallet-loads.sql.ts'
import { createGuarantees } from './allowance-guarantees.jobs.ts'
import { mountWalletRecords, walletsOf, type WalletNeeds } from './wallet-records.routes.ts'
import { mountWalletStatements } from './wallet-statement.routes.ts'
import type { WalletType } from './wallet-holder.ts'
import { walletStepUps } from './wallet-step-up.ts'

const mostCards = 200

/** Money on a person's cards, pending for them, and in the wallets of who earns shares. */
const walletOf = async (sql: Queries, userId: string) => {
  const cards = await listCardsOf(sql, { userId, limit: mostCards })
  const money = await readCardMoney(
    sql,
    cards.map(({ id }) => id),
  )
  const sum = (part: 'availableCents' | 'floatingCents') =>
    cards.reduce((total, { id }) => total + (money.get(id) ?? noMoney)[part], 0n)
  const [available, held] = [sum('availableCents'), sum('floatingCents')]
  const paid = (await listWaitingLoads(sql, userId)).filter(({ status }) => status !== 'review')
  const balances = await readBalances(sql, [userId])
  const wallet = (type: WalletType) => {
    const of = (bucket: string) =>
      balances.find(({ code }) => code === `wallet.${type}.${bucket}`)?.natural ?? 0n
    return { available: of('available'), pending: of('pending') }
  }
  const earns = balances.some(({ code }) => code.startsWith('wallet.'))
  return {
    card: { balance: available + held, held, available },
    pending: { amount: paid.reduce((total, { netCents }) => total + netCents, 0n), loads: paid.length },
    earnings: earns ? { regular: wallet('regular'), immediate: wallet('immediate') } : null,
  }
}

/** The person's balances and pending money (ux §2; domain §14). */
export const walletsModule = (kernel: Kernel, needs: WalletNeeds) => {
  const { mount } = kernel
  mountWalletRecords(kernel, needs)
  mountWalletStatements(kernel)
  kernel.jobs.recurring('wallets.guarantees', createGuarantees(kernel))
  mount(readWallet, async ({ sql, me }) => accepted(await walletOf(sql, me.userId)))

  mount(getUserWallet, async ({ sql, params }) => {
    const user = await readPersonOfArea(sql, params.id)
    return user ? accepted(await walletOf(sql, user.id)) : refused('record_not_found')
  })

  mount(listPending, async ({ sql, me, now, input }) => {
    const calendar = await readBusinessCalendar(sql)
    const timeZone = input.zone ?? (await readTimeZone(sql, me))
    const days = pendingDays(await listWaitingLoads(sql, me.userId), { now, timeZone, calendar })
    const { pending: wallets } = await walletsOf(sql, me.userId, { now, needs })
    return accepted({ days, wallets })
  })
  return { stepUps: walletStepUps }
}
