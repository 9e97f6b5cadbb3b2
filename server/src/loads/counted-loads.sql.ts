import { ofCountedPeople } from '../identity/test-people.sql.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { isStandingLoad } from './load-days.sql.ts'
import { loadOfRow, type LoadRecord } from './load-record.ts'

/** Standing loads that were accepted since an instant, the last ones first; those of test people do not count. */
export const readLastLoads = async (
  sql: Queries,
  { since, companyIds, most }: { since: Date; companyIds: readonly string[] | null; most: number },
): Promise<LoadRecord[]> => {
  const loads = sql
    .selectFrom('load')
    .selectAll('load')
    .where('load.cardId', 'is not', null)
    .where('acceptedAt', '>=', since)
    .where(isStandingLoad)
    .where(ofCountedPeople('load.userId'))
    .orderBy('acceptedAt', 'desc')
    .limit(most)
  const own = companyIds === null ? loads : loads.where('companyId', '=', anyOf(companyIds))
  return (await own.execute()).map(loadOfRow)
}
