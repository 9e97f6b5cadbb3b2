import { readCompanies } from '../companies/companies.sql.ts'
import { levelOf as tierLevel } from '../companies/company-reader.sql.ts'
import { houseId, type Company } from '../companies/company.ts'
import { freezeChain } from '../fees/fee-chain.ts'
import { ratesAbove, splitOf, type FeeSplit } from '../fees/fee-split.ts'
import type { ScheduleRates } from '../fees/fee-view.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { listSharesOfTopUps } from '../shares/shares.sql.ts'
import { levelOf } from './top-up.ts'
import type { TopUpRecord } from './top-ups.sql.ts'

/** Top-ups that were accepted since an instant and not reversed, the last ones first. */
export const readLastTopUps = (
  sql: Queries,
  { since, companyIds, most }: { since: Date; companyIds: readonly string[] | null; most: number },
): Promise<TopUpRecord[]> => {
  const rows = sql
    .selectFrom('topUp')
    .selectAll('topUp')
    .where('acceptedAt', '>=', since)
    .where('status', 'in', ['pending', 'available'])
    .orderBy('acceptedAt', 'desc')
    .limit(most)
  return (companyIds === null ? rows : rows.where('companyId', '=', anyOf(companyIds))).execute()
}

/** What top-ups paid each level: the shares that the scope has, and the operator's part. */
export const paidSplits = async (sql: Queries, topUps: readonly TopUpRecord[]): Promise<FeeSplit[]> => {
  const shares = await listSharesOfTopUps(
    sql,
    topUps.map(({ id }) => id),
  )
  const of = Map.groupBy(shares, ({ sourceId }) => sourceId)
  return topUps.map(({ id, grossCents, feeCents, netCents, operatorCents }) => ({
    grossCents,
    feeCents,
    netCents,
    operatorCents,
    shares: (of.get(id) ?? []).map(({ ownerId, level, amountCents }) => ({
      ownerKind: 'company',
      ownerId,
      level: tierLevel(level),
      amountCents,
    })),
  }))
}

/** The companies above and including each company, by its id. */
const readPaths = async (sql: Queries, companyIds: readonly string[]) => {
  const owners = await readCompanies(sql, [...new Set(companyIds)])
  const above = await readCompanies(sql, [...new Set(owners.flatMap(({ path }) => path))])
  const byId = new Map(above.map((company) => [company.id, company]))
  return new Map(
    owners.map((owner) => [owner.id, owner.path.map((id) => byId.get(id)).filter((each) => !!each)]),
  )
}

const chainOf = (path: readonly Company[], now: Date) =>
  freezeChain({
    operatorId: houseId,
    companies: path.map(({ id, tier, operatorOwned }) => ({
      companyId: id,
      tier: levelOf(tier),
      isOperatorOwned: operatorOwned,
    })),
    introduction: null,
    quotedAt: now,
  })

/** The same top-ups divided again by proposed rates: a top-up pays the levels above its company (domain §4). */
export const proposedSplits = async (
  sql: Queries,
  of: {
    readonly topUps: readonly TopUpRecord[]
    readonly rates: Pick<ScheduleRates, 'regular' | 'immediate'>
    readonly now: Date
  },
): Promise<FeeSplit[]> => {
  const paths = await readPaths(
    sql,
    of.topUps.map(({ companyId }) => companyId),
  )
  return of.topUps.map(({ companyId, wallet, grossCents }) => {
    const path = paths.get(companyId) ?? []
    const ownerLevel = levelOf(path.at(-1)?.tier ?? 1)
    return splitOf({
      grossCents,
      rates: ratesAbove(of.rates[wallet], ownerLevel),
      chain: chainOf(path, of.now).filter(({ level }) => level < ownerLevel),
    })
  })
}
