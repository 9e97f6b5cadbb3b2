import { mostPendingCompanies, readPendingMoney } from '@cardamom/contract/wallets/pending-money'
import type { PendingPart } from '@cardamom/contract/wallets/wallet-records'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import type { BusinessCalendar } from '../calendar/business-time.ts'
import { readBrandNames } from '../companies/companies.sql.ts'
import { accepted } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { onlyOwnerOf } from '../companies/share-access.ts'
import { sumPendingSharesOfAll, sumStoppedShares } from '../shares/shares.sql.ts'
import { mergedParts, pendingParts, type PendingTopUps } from './pending-parts.ts'

type CompanyTopUps = PendingTopUps & { readonly companyId: string }

export type PendingMoneyNeeds = {
  readonly sumAllPendingTopUps: (sql: Queries, companyId: string | null) => Promise<readonly CompanyTopUps[]>
}

type Shares = Awaited<ReturnType<typeof sumPendingSharesOfAll>>
type StoppedRows = Awaited<ReturnType<typeof sumStoppedShares>>
type Filter = { readonly wallet?: string | undefined; readonly reason?: string | undefined }

const nothing = { regular: 0n, immediate: 0n }
const sumOf = (parts: readonly PendingPart[]) => parts.reduce((sum, { amount }) => sum + amount, 0n)

/** A settlement that is drawn up has it; which one is on the page of its owner. */
const drawnUp = ({ wallet, amountCents, count }: Shares[number]): PendingPart => ({
  wallet,
  runAt: null,
  reason: 'settlement',
  amount: amountCents,
  settlement: null,
  count,
  since: null,
  skipped: [],
})

/** Pending money by company, the most first. */
const partsByCompany = (
  { shares, stopped, topUps }: { shares: Shares; stopped: StoppedRows; topUps: readonly CompanyTopUps[] },
  of: { readonly calendar: BusinessCalendar; readonly now: Date; readonly filter: Filter },
) => {
  const sharesOf = Map.groupBy(shares, ({ companyId }) => companyId)
  const topUpsOf = Map.groupBy(topUps, ({ companyId }) => companyId)
  const { wallet, reason } = of.filter
  return [...new Set([...sharesOf.keys(), ...topUpsOf.keys()])]
    .map((id) => {
      const own = sharesOf.get(id) ?? []
      const waiting = own.filter((each) => !each.isDrawnUp)
      const dated = pendingParts(waiting, {
        ...of,
        pending: nothing,
        topUps: topUpsOf.get(id) ?? [],
        stopped: stopped.filter((each) => each.companyId === id),
      })
      const parts = [...dated, ...mergedParts(own.filter((each) => each.isDrawnUp).map(drawnUp))].filter(
        (part) =>
          (wallet === undefined || part.wallet === wallet) &&
          (reason === undefined || part.reason === reason),
      )
      return { id, amount: sumOf(parts), parts }
    })
    .filter(({ amount }) => amount > 0n)
    .toSorted((one, other) => (one.amount === other.amount ? 0 : one.amount < other.amount ? 1 : -1))
}

const timeOf = ({ runAt }: PendingPart) => runAt?.getTime() ?? Number.MAX_SAFE_INTEGER

/** What waits in the wallets of all companies, and until when (ux §2): of another level its deposits alone. */
export const mountPendingMoney = ({ mount }: Kernel, needs: PendingMoneyNeeds): void => {
  mount(readPendingMoney, async ({ sql, me, input: { companyId = null, ...filter }, now }) => {
    const ownerId = onlyOwnerOf(me)
    const calendar = await readBusinessCalendar(sql)
    const shares = await sumPendingSharesOfAll(sql, { companyId, ownerId })
    const stopped = await sumStoppedShares(sql, { companyId, ownerId, now })
    const topUps = await needs.sumAllPendingTopUps(sql, companyId)
    const found = partsByCompany({ shares, stopped, topUps }, { calendar, now, filter })
    const shown = found.slice(0, mostPendingCompanies)
    const names = await readBrandNames(
      sql,
      shown.map(({ id }) => id),
    )
    const all = found.flatMap(({ parts }) => parts)
    return accepted({
      total: sumOf(all),
      onlyOwnShares: ownerId !== null,
      days: mergedParts(all).toSorted((one, other) => timeOf(one) - timeOf(other)),
      companies: shown.map((company) => ({ ...company, name: names.get(company.id) ?? '' })),
      more: found.length - shown.length,
    })
  })
}
