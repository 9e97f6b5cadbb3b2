import { estimateFees, mostEstimated } from '@cardamom/contract/transfers/fee-effect'
import { readSubtree } from '../companies/companies.sql.ts'
import { readSubject } from '../companies/company-reader.sql.ts'
import { onlyOwnerOf } from '../companies/share-access.ts'
import { paidSplits, proposedSplits, readLastTopUps } from '../deposits/top-up-effect.ts'
import type { Level } from '../fees/fee-chain.ts'
import { completeRates, startOfDay } from '../fees/fee-change.ts'
import { readFeeSchedule } from '../fees/fee-schedules.sql.ts'
import { splitOf, type FeeSplit } from '../fees/fee-split.ts'
import { addParts, partsForReader, withOneBelow, type ScheduleRates } from '../fees/fee-view.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { readLastLoads } from '../loads/counted-loads.sql.ts'
import { readLastTransfers, transferSplits } from './transfer-effect.ts'

const estimatedMs = 30 * 86_400_000

type Kind = {
  readonly kind: 'loads' | 'top_ups' | 'transfers'
  readonly isCapped: boolean
  readonly paid: readonly FeeSplit[]
  readonly proposed: readonly FeeSplit[]
}

type EstimateScope = { readonly since: Date; readonly companyIds: readonly string[] | null }

const isCapped = (rows: readonly unknown[]) => rows.length > mostEstimated

/** What paid fees since an instant, as it was paid and divided again by other rates (domain §4). */
const readKinds = async (
  sql: Queries,
  { rates, now, ...scope }: EstimateScope & { rates: ScheduleRates; now: Date },
): Promise<Kind[]> => {
  const of = { ...scope, most: mostEstimated + 1 }
  const loads = await readLastLoads(sql, of)
  const topUps = await readLastTopUps(sql, of)
  const transfers = await readLastTransfers(sql, of)
  const counted = { topUps: topUps.slice(0, mostEstimated), transfers: transfers.slice(0, mostEstimated) }
  const countedLoads = loads.slice(0, mostEstimated)
  return [
    {
      kind: 'loads',
      isCapped: isCapped(loads),
      paid: countedLoads.map((load) => splitOf(load)),
      proposed: countedLoads.map((load) => splitOf({ ...load, rates: rates[load.speed] })),
    },
    {
      kind: 'top_ups',
      isCapped: isCapped(topUps),
      paid: await paidSplits(sql, counted.topUps),
      proposed: await proposedSplits(sql, { topUps: counted.topUps, rates, now }),
    },
    {
      kind: 'transfers',
      isCapped: isCapped(transfers),
      paid: transferSplits(counted.transfers, null),
      proposed: transferSplits(counted.transfers, rates.transfer),
    },
  ]
}

const totalFor = (level: Level, isCompanys: boolean) => (splits: readonly FeeSplit[]) => {
  const parts = addParts(
    splits.map((split) => partsForReader(split, level)),
    level,
  )
  return isCompanys ? withOneBelow(parts) : { ...parts, below: null }
}

/** What proposed rates would have changed, by the functions that price loads, top-ups and transfers (domain §4). */
export const mountFeeEffect = ({ mount }: Pick<Kernel, 'mount'>): void => {
  mount(estimateFees, async ({ me, sql, now, input: { companyId, from, proposed } }) => {
    const subject = await readSubject(sql, { me, companyId })
    if (!subject) return refused('record_not_found')
    const { level, company } = subject
    const isCompanys = onlyOwnerOf(me) !== null
    // A company may read of itself and those below it, whatever else it sees: the own level is its own share.
    if (isCompanys && !company?.path.includes(me.companyId)) return refused('record_not_found')
    const at = from === undefined ? now : startOfDay(from)
    const base = await readFeeSchedule(sql, { companyId: company?.id ?? null, at })
    const rates = completeRates(base, { level, ...proposed })
    if (!rates.accepted) return rates
    const kinds = await readKinds(sql, {
      since: new Date(now.getTime() - estimatedMs),
      companyIds: company && (await readSubtree(sql, company.id)),
      rates: rates.value,
      now,
    })
    const total = totalFor(level, isCompanys)
    return accepted({
      level,
      all: {
        paid: total(kinds.flatMap(({ paid }) => paid)),
        proposed: total(kinds.flatMap(({ proposed: each }) => each)),
      },
      kinds: kinds.map((each) => ({
        kind: each.kind,
        count: each.paid.length,
        isCapped: each.isCapped,
        paid: total(each.paid),
        proposed: total(each.proposed),
      })),
    })
  })
}
