import { lowestTier } from '@cardamom/contract/companies/company-record'
import { companyRows } from '../companies/companies.sql.ts'
import { countCap } from '../kernel/capped-count.ts'
import type { Queries } from '../kernel/queries.ts'

const tiers = Array.from({ length: lowestTier }, (_, index) => index + 1)

/** Companies of each tier and their people, as far as they are in the scope; one above the cap means more. */
export const readTierCounts = (
  sql: Queries,
): Promise<{ tier: number; companies: number; people: number }[]> =>
  Promise.all(
    tiers.map(async (tier) => {
      const companies = companyRows(sql).where('company.tier', '=', tier)
      const people = sql
        .selectFrom('appUser')
        .select('appUser.id')
        .where('appUser.companyId', 'in', companies.clearSelect().select('company.id'))
        .limit(countCap + 1)
      const counted = await sql
        .selectNoFrom((eb) => [
          eb
            .selectFrom(companies.as('each'))
            .select(({ fn }) => fn.countAll<bigint>().as('n'))
            .as('companies'),
          eb
            .selectFrom(people.as('person'))
            .select(({ fn }) => fn.countAll<bigint>().as('n'))
            .as('people'),
        ])
        .executeTakeFirstOrThrow()
      return { tier, companies: Number(counted.companies), people: Number(counted.people) }
    }),
  )
