import type { RefusalOf } from '@cardamom/contract/endpoint'
import type { previewUserCompany } from '@cardamom/contract/access/user-company'
import { findRecord, lockRecord, readLine, type CompanyLineRow } from '../companies/company-records.sql.ts'
import type { User } from '../identity/user.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'

export type CompanyChangeRefusal = RefusalOf<typeof previewUserCompany>

/** What changes of company need from higher modules. */
export type CompanyChangeNeeds = {
  /** Lets no new quote of the person begin until the transaction ends. */
  readonly holdLoads: (sql: Queries, person: { userId: string; companyId: string }) => Promise<void>
  /** Why the person cannot leave the company now. */
  readonly readObstacle: (
    sql: Queries,
    person: { userId: string; companyId: string; to: string; now: Date },
  ) => Promise<Extract<
    CompanyChangeRefusal,
    'load_open' | 'refund_open' | 'withdrawal_open' | 'approval_open' | 'client_code_exists'
  > | null>
  /** Fee of a regular load in a company, in cents. */
  readonly readLoadFee: (
    sql: Queries,
    of: { companyId: string; grossCents: bigint; at: Date },
  ) => Promise<bigint>
  readonly listCards: (sql: Queries, userId: string) => Promise<readonly { readonly id: string }[]>
  readonly readSellerCode: (sql: Queries, id: string) => Promise<{ readonly code: string } | null>
}

/** The role of people who may change company. */
export const cardholder = 2

/** The line of companies down to the new one, if the person may belong to it; of the scope only. */
export const judgeCompanyChange = async (
  sql: Queries,
  user: Pick<User, 'roleId' | 'companyId'>,
  companyId: string,
): Promise<Answer<CompanyLineRow[], CompanyChangeRefusal>> => {
  if (user.roleId !== cardholder) return refused('not_a_cardholder')
  if (companyId === user.companyId) return refused('same_company', { field: 'companyId' })
  if (!(await findRecord(sql, companyId))) return refused('company_not_found', { field: 'companyId' })
  const line = await readLine(sql, companyId)
  const isOpen = line.every(({ active }) => active)
  return isOpen ? accepted(line) : refused('company_closed', { field: 'companyId' })
}

/** The same at the change: the new company is locked, so that it is not closed meanwhile. */
export const judgeLocked = async (
  sql: Queries,
  user: Pick<User, 'roleId' | 'companyId'>,
  companyId: string,
): Promise<Answer<CompanyLineRow[], CompanyChangeRefusal>> => {
  await lockRecord(sql, companyId)
  return judgeCompanyChange(sql, user, companyId)
}
