import { listPayinLimits } from '@cardamom/contract/limits/payin-limits'
import { readCompanies } from '../companies/companies.sql.ts'
import { readLevel } from '../companies/company-reader.sql.ts'
import { brandName, productName } from '../companies/company.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import { limitKey, readLimitsInForce, type PayinCategory } from './limits.sql.ts'
import { limitView, nothingUsed, todayView, type UseToday } from './payin-limit.ts'

type CompanyDay = { readonly id: string; readonly timeZone: string }
export type LimitNeeds = {
  /** Names of the people in the scope. */
  readonly readNames: (sql: Queries, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Who counts the use of a category today, by company. A category without an entry is not counted. */
  readonly useToday: Readonly<
    Partial<
      Record<
        PayinCategory,
        (
          sql: Queries,
          of: { companies: readonly CompanyDay[]; now: Date },
        ) => Promise<ReadonlyMap<string, UseToday>>
      >
    >
  >
}

/** What companies have used of each category today; null where nothing counts it. Each counter is read once. */
export const readUse = async (
  sql: Queries,
  { useToday }: Pick<LimitNeeds, 'useToday'>,
  of: { companies: readonly CompanyDay[]; now: Date },
): Promise<(companyId: string | null, category: PayinCategory) => UseToday | null> => {
  const counters = [...new Set(Object.values(useToday))]
  const found = new Map<(typeof counters)[number], ReadonlyMap<string, UseToday>>()
  if (of.companies.length > 0) for (const counter of counters) found.set(counter, await counter(sql, of))
  return (companyId, category) => {
    const counter = useToday[category]
    if (counter === undefined || companyId === null) return null
    return found.get(counter)?.get(companyId) ?? nothingUsed
  }
}

/** Limits that were set for the platform and for the reader's companies. */
export const createPayinLimitsList = (needs: LimitNeeds) =>
  list(listPayinLimits, {
    table: 'payinLimit',
    scope: { companies: 'payinLimit.ownerId' },
    from: (sql) => sql.selectFrom('payinLimit').selectAll('payinLimit'),
    items: async (rows, { sql, me, now }) => {
      const level = await readLevel(sql, me)
      const ids = [...new Set(rows.flatMap(({ companyId }) => companyId ?? []))]
      const found = await readCompanies(sql, ids)
      const companies = new Map(found.map((each) => [each.id, each]))
      const inForce = await readLimitsInForce(sql, rows)
      const useOf = await readUse(sql, needs, { companies: found, now })
      const names = await needs.readNames(
        sql,
        rows.flatMap(({ changedBy }) => changedBy ?? []),
      )
      return rows.map((row) => {
        const company = row.companyId === null ? undefined : companies.get(row.companyId)
        const counts = inForce.get(limitKey(row)) ?? {
          minimumCents: row.minCents,
          maximumCents: row.maxCents,
          dailyCents: row.dailyCents,
        }
        const use = useOf(row.companyId, row.category)
        return {
          id: row.id,
          companyId: row.companyId,
          companyName: company ? brandName(company) : productName,
          category: row.category,
          level: row.level,
          minimum: row.minCents,
          maximum: row.maxCents,
          daily: row.dailyCents,
          inForce: limitView(counts),
          today: use && todayView(use, counts),
          changedAt: row.changedAt,
          changedByName: row.changedBy === null ? null : (names.get(row.changedBy) ?? null),
          // Reasons of a level are not for the companies below it that get its limits.
          reason: row.level >= level ? row.reason : null,
        }
      })
    },
    csv: {
      texts: 'payinLimits',
      columns: [
        'companyName',
        'category',
        'minimum',
        'maximum',
        'daily',
        { name: 'used', cell: ({ today }) => today?.used ?? null },
        { name: 'left', cell: ({ today }) => today?.left ?? null },
        'changedAt',
        'changedByName',
      ],
    },
  })
