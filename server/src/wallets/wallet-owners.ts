import type { walletOwnerKinds } from '@cardamom/contract/wallets/wallet-records'
import { readPersonOfArea } from '../access/user-detail.ts'
import { findRecord } from '../companies/company-records.sql.ts'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName, type Company } from '../companies/company.ts'
import type { User } from '../identity/user.ts'
import { readUsers } from '../identity/users.sql.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'

export type WalletOwner = {
  readonly id: string
  readonly kind: (typeof walletOwnerKinds)[number]
  readonly name: string
  readonly email: string | null
  readonly companyId: string
  readonly companyName: string
  readonly tier: number
}

const ofCompany = (company: Company): WalletOwner => ({
  id: company.id,
  kind: 'company',
  name: brandName(company),
  email: null,
  companyId: company.id,
  companyName: brandName(company),
  tier: company.tier,
})

const ofPerson = (user: User, company: Company): WalletOwner => ({
  id: user.id,
  kind: user.roleId === 2 ? 'cardholder' : 'seller',
  name: `${user.firstName} ${user.lastName}`.trim(),
  email: user.email,
  companyId: company.id,
  companyName: brandName(company),
  tier: company.tier,
})

/**
 * The company or person of a wallet, if the reader sees them; null also for an administrator, who has no wallet. A seller
 * sees people only: the share of their company is not theirs (domain §13.9).
 */
export const readWalletOwner = async (
  sql: Queries,
  me: Pick<SessionPrincipal, 'scope'>,
  id: string,
): Promise<WalletOwner | null> => {
  const seen = me.scope.kind === 'own' ? null : await findRecord(sql, id)
  const user = seen ? null : await readPersonOfArea(sql, id)
  const [company] = await readCompanies(sql, [seen ? seen.id : (user?.companyId ?? id)])
  if (!company) return null
  if (seen) return ofCompany(company)
  return user && ofPerson(user, company)
}

type OwnedRow = { readonly ownerId: string; readonly companyId: string }

/** The owners of wallets of the scope. */
export const readWalletOwners = async (
  sql: Queries,
  rows: readonly OwnedRow[],
): Promise<(row: OwnedRow) => WalletOwner> => {
  const people = await readUsers(sql, [...new Set(rows.map(({ ownerId }) => ownerId))])
  const ids = [...new Set(rows.map(({ companyId }) => companyId))]
  const companies = new Map((await readCompanies(sql, ids)).map((company) => [company.id, company]))
  return ({ ownerId, companyId }) => {
    const company = companies.get(companyId)
    if (!company) throw new Error('A wallet has no company')
    const user = people.get(ownerId)
    if (ownerId === companyId) return ofCompany(company)
    if (user) return ofPerson(user, company)
    // A person who left the scope is not named.
    return { ...ofCompany(company), id: ownerId, kind: 'cardholder', name: '' }
  }
}
