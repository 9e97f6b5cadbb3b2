import {
  mostPendingGroups,
  readPendingMoney,
  type pendingGroupings,
} from '@cardamom/contract/wallets/pending-money'
import type { PendingPart } from '@cardamom/contract/wallets/wallet-records'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import type { BusinessCalendar } from '../calendar/business-time.ts'
import { readBrandNames } from '../companies/companies.sql.ts'
import { accepted } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { onlyOwnerOf, seesSharesOf } from '../companies/share-access.ts'
import { sumPendingSharesOfAll, sumStoppedShares } from '../shares/shares.sql.ts'
import { readHolderNames } from './wallet-holders.sql.ts'
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

type Grouping = (typeof pendingGroupings)[number]
type Group = {
  readonly id: string
  readonly kind: 'company' | 'person'
  readonly companyId: string
  readonly amount: bigint
  readonly parts: readonly PendingPart[]
}

/** Pending money by company or by owner, the most first. A deposit belongs to its company. */
const partsByGroup = (
  { shares, stopped, topUps }: { shares: Shares; stopped: StoppedRows; topUps: readonly CompanyTopUps[] },
  of: {
    readonly by: Grouping
    readonly calendar: BusinessCalendar
    readonly now: Date
    readonly filter: Filter
  },
): Group[] => {
  const sharesOf = Map.groupBy(shares, ({ groupId }) => groupId)
  const topUpsOf = Map.groupBy(topUps, ({ companyId }) => companyId)
  const { wallet, reason } = of.filter
  return [...new Set([...sharesOf.keys(), ...topUpsOf.keys()])]
    .map((id): Group => {
      const own = sharesOf.get(id) ?? []
      const waiting = own.filter((each) => !each.isDrawnUp)
      const dated = pendingParts(waiting, {
        ...of,
        pending: nothing,
        topUps: topUpsOf.get(id) ?? [],
        stopped: stopped.filter((each) => each.groupId === id),
      })
      const parts = [...dated, ...mergedParts(own.filter((each) => each.isDrawnUp).map(drawnUp))].filter(
        (part) =>
          (wallet === undefined || part.wallet === wallet) &&
          (reason === undefined || part.reason === reason),
      )
      const [first] = own
      const kind = of.by === 'owner' && first?.isCompany === false ? 'person' : 'company'
      return { id, kind, companyId: first?.companyId ?? id, amount: sumOf(parts), parts }
    })
    .filter(({ amount }) => amount > 0n)
    .toSorted((one, other) => (one.amount === other.amount ? 0 : one.amount < other.amount ? 1 : -1))
}

/** The groups with their names; those of people out of the scope are empty. */
const namedGroups = async (sql: Queries, shown: readonly Group[], by: Grouping) => {
  const holders = await readHolderNames(sql, shown)
  if (by === 'company')
    return {
      companies: shown.map(({ id, amount, parts }) => ({
        id,
        name: holders.get(id) ?? '',
        amount,
        parts: [...parts],
      })),
      owners: [],
    }
  const companies = await readBrandNames(sql, [...new Set(shown.map(({ companyId }) => companyId))])
  return {
    companies: [],
    owners: shown.map(({ id, kind, companyId, amount, parts }) => ({
      id,
      name: holders.get(id) ?? '',
      kind,
      companyName: companies.get(companyId) ?? '',
      amount,
      parts: [...parts],
    })),
  }
}

const timeOf = ({ runAt }: PendingPart) => runAt?.getTime() ?? Number.MAX_SAFE_INTEGER

/** What waits in the wallets of all companies, and until when (ux §2): of another level its deposits alone. */
export const mountPendingMoney = ({ mount }: Kernel, needs: PendingMoneyNeeds): void => {
  mount(readPendingMoney, async ({ sql, me, input, now }) => {
    const { by, companyId = null, ownerId: wanted = null, ...filter } = input
    const only = onlyOwnerOf(me)
    const ownerId = wanted ?? only
    const seesShares = wanted === null || seesSharesOf(me, wanted)
    const of = { companyId, ownerId, by }
    const calendar = await readBusinessCalendar(sql)
    const shares = seesShares ? await sumPendingSharesOfAll(sql, of) : []
    const stopped = seesShares ? await sumStoppedShares(sql, { ...of, now }) : []
    const isElsewhere = wanted !== null && companyId !== null && wanted !== companyId
    const topUps = isElsewhere ? [] : await needs.sumAllPendingTopUps(sql, wanted ?? companyId)
    const found = partsByGroup({ shares, stopped, topUps }, { by, calendar, now, filter })
    const shown = found.slice(0, mostPendingGroups)
    const all = found.flatMap(({ parts }) => parts)
    return accepted({
      total: sumOf(all),
      onlyOwnShares: only !== null,
      days: mergedParts(all).toSorted((one, other) => timeOf(one) - timeOf(other)),
      ...(await namedGroups(sql, shown, by)),
      more: found.length - shown.length,
    })
  })
}
