import { estimateFees, mostEstimated } from '@cardamom/contract/loads/fee-effect'
import { readSubtree } from '../companies/companies.sql.ts'
import { completeRates, startOfDay } from '../fees/fee-change.ts'
import { readSubject } from '../companies/company-reader.sql.ts'
import { readFeeSchedule } from '../fees/fee-schedules.sql.ts'
import { splitOf, type FeeSplit } from '../fees/fee-split.ts'
import { addParts, partsForReader, withOneBelow } from '../fees/fee-view.ts'
import { ofCountedPeople } from '../identity/test-people.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { onlyOwnerOf } from '../companies/share-access.ts'
import { loadOfRow } from './load-record.ts'

const estimatedMs = 30 * 86_400_000

/** Loads that were accepted since an instant and are not undone, the last ones first. */
const readLastLoads = async (
  sql: Queries,
  { since, companyIds }: { since: Date; companyIds: readonly string[] | null },
) => {
  const loads = sql
    .selectFrom('load')
    .selectAll('load')
    .where('load.cardId', 'is not', null)
    .where('acceptedAt', '>=', since)
    .where('status', 'in', ['held', 'crediting', 'credited', 'credit_failed'])
    .where(ofCountedPeople('load.userId'))
    .orderBy('acceptedAt', 'desc')
    .limit(mostEstimated + 1)
  const own = companyIds === null ? loads : loads.where('companyId', '=', anyOf(companyIds))
  return (await own.execute()).map(loadOfRow)
}

/** What proposed rates would have changed: every load is divided again by the function that prices loads (domain §4). */
export const mountFeeEffect = ({ mount }: Pick<Kernel, 'mount'>): void => {
  mount(estimateFees, async ({ me, sql, now, input: { companyId, from, proposed } }) => {
    const subject = await readSubject(sql, { me, companyId })
    if (!subject) return refused('record_not_found')
    const { level, company } = subject
    const isCompanys = onlyOwnerOf(me) !== null
    // A company may ask about itself and those below it, whatever else it sees: the own level is its own share.
    if (isCompanys && !company?.path.includes(me.companyId)) return refused('record_not_found')
    const at = from === undefined ? now : startOfDay(from)
    const base = await readFeeSchedule(sql, { companyId: company?.id ?? null, at })
    const rates = completeRates(base, { level, ...proposed })
    if (!rates.accepted) return rates
    const loads = await readLastLoads(sql, {
      since: new Date(now.getTime() - estimatedMs),
      companyIds: company && (await readSubtree(sql, company.id)),
    })
    const counted = loads.slice(0, mostEstimated)
    const total = (splits: readonly FeeSplit[]) => {
      const parts = addParts(
        splits.map((split) => partsForReader(split, level)),
        level,
      )
      return isCompanys ? withOneBelow(parts) : { ...parts, below: null }
    }
    return accepted({
      level,
      loads: counted.length,
      isCapped: loads.length > mostEstimated,
      paid: total(counted.map((load) => splitOf(load))),
      proposed: total(counted.map((load) => splitOf({ ...load, rates: rates.value[load.speed] }))),
    })
  })
}
