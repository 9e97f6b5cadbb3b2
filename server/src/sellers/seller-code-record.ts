import { todayIn } from '@cardamom/contract/dates'
import type { SellerCode } from '@cardamom/contract/sellers/seller-codes'
import type { z } from 'zod'
import { readCompany } from '../companies/companies.sql.ts'
import { countPeopleOfCode } from '../identity/referred-people.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { codeViews, readOwner, type CodeRow } from './seller-codes.sql.ts'

export type SellerCodeView = z.output<typeof SellerCode>
const lastMs = 1

/** One code with its owner, its days in the zone of its company, and the number of its people. */
export const codeRecord = async (sql: Queries, row: CodeRow, now: Date): Promise<SellerCodeView> => {
  const [view] = await codeViews(sql, [row], now)
  if (!view) throw new Error('A code has no view')
  const { timeZone } = await readCompany(sql, row.companyId)
  return {
    ...view,
    active: row.active,
    firstDay: todayIn(timeZone, row.validFrom),
    lastDay: row.validTo && todayIn(timeZone, new Date(row.validTo.getTime() - lastMs)),
    timeZone,
    ...(await readOwner(sql, row.ownerId)),
    people: await countPeopleOfCode(sql, row.id),
    version: row.version,
  }
}
