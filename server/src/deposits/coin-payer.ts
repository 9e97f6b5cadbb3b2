import { houseId } from '../companies/company.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'

type Person = Pick<SessionPrincipal, 'companyId' | 'may'>

/**
 * Whether a person speaks for the company that pays a deposit: one of its own people who moves its money. Only they say
 * where a refund goes (domain §5), so neither the staff of the operator nor that of a company above does.
 */
export const isPayerOf = ({ companyId }: { readonly companyId: string }, me: Person): boolean =>
  me.companyId === companyId && companyId !== houseId && me.may('withdrawals.create')

/** Whether a person may make deposits of a company: its payers, and those whose tag is for every company in scope. */
export const mayMakeDeposits = (of: { readonly companyId: string }, me: Person): boolean =>
  me.may('deposits.create') || isPayerOf(of, me)
