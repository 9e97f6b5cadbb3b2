import { readCompanyStaff } from '../access/company-staff.ts'
import { houseId } from '../companies/company.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'

type Person = Pick<SessionPrincipal, 'companyId' | 'may'>

/**
 * Whether a person speaks for the company that pays a deposit: one of its own people who moves its money. Only they say
 * where a refund goes (domain §5), so neither the staff of the operator nor that of a company above does.
 */
export const isPayerOf = ({ companyId }: { readonly companyId: string }, me: Person): boolean =>
  me.companyId === companyId && companyId !== houseId && me.may('withdrawals.create')

/** Those people of the company as they are now. The statement needs the scope of all tenants. */
export const readPayers = async (
  sql: Queries,
  of: { readonly companyId: string },
): Promise<SessionPrincipal[]> => {
  const staff = await readCompanyStaff(sql, of.companyId)
  return staff.filter((person) => isPayerOf(of, person))
}

/** Whether anybody of the company can say where a refund goes. The statement needs the scope of all tenants. */
export const hasPayer = async (sql: Queries, of: { readonly companyId: string }): Promise<boolean> =>
  (await readPayers(sql, of)).length > 0

/** Whether a person may make deposits of a company: its payers, and those whose tag is for every company in scope. */
export const mayMakeDeposits = (of: { readonly companyId: string }, me: Person): boolean =>
  me.may('deposits.create') || isPayerOf(of, me)
