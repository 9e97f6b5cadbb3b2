import { findPeople, peopleRows } from '../identity/people.sql.ts'
import { personKindOf } from '../identity/people.list.ts'
import { readNames, readUsers } from '../identity/users.sql.ts'
import { companiesNamed, companyRows, readBrandNames, readCompanies } from '../companies/companies.sql.ts'
import { brandName, type Company } from '../companies/company.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { hasWallet } from '../ledger/accounts.ts'
import { readBalances, type OwnedBalance } from '../ledger/reports.ts'
import type { WalletHolder, WalletState, WalletType } from './wallet-holder.ts'

/** Sellers earn shares, so they have wallets before their first one. */
const sellerRoles = [7, 8]

type Person = {
  id: string
  roleId: number
  companyId: string
  firstName: string
  lastName: string
  email: string
}

const walletOf = (balances: readonly OwnedBalance[], type: WalletType): WalletState => {
  const of = (bucket: string) => balances.find(({ code }) => code === `wallet.${type}.${bucket}`)
  const available = of('available')
  return {
    availableCents: available?.natural ?? 0n,
    pendingCents: of('pending')?.natural ?? 0n,
    reservedCents: of('reserved')?.natural ?? 0n,
    allowanceCents: -(available?.floor ?? 0n),
    seq: available?.seq ?? 0n,
    isClosed: (available?.closedAt ?? null) !== null,
  }
}

/** Companies have wallets, except the operator's own; sellers too; others from their first share on (domain §3). */
const walletsOf = (balances: readonly OwnedBalance[], isEarner: boolean): WalletHolder['wallets'] => {
  const own = balances.filter(({ code }) => code.startsWith('wallet.'))
  if (!isEarner && own.length === 0) return null
  return { regular: walletOf(own, 'regular'), immediate: walletOf(own, 'immediate') }
}

const companyHolder = (company: Company, balances: readonly OwnedBalance[]): WalletHolder => ({
  id: company.id,
  kind: 'company',
  name: brandName(company),
  email: null,
  company,
  wallets: company.operatorOwned ? null : walletsOf(balances, true),
})

const personHolder = (person: Person, company: Company, balances: readonly OwnedBalance[]): WalletHolder => ({
  id: person.id,
  kind: 'person',
  name: `${person.firstName} ${person.lastName}`,
  email: person.email,
  company,
  wallets: walletsOf(balances, sellerRoles.includes(person.roleId)),
})

/**
 * A company or person of the scope, with both wallets as they are now; null: there is none. What a decision sums up
 * besides is read after this, so that the guards on the wallets cover it.
 */
export const readWalletHolder = async (sql: Queries, id: string): Promise<WalletHolder | null> =>
  (await readWalletHolders(sql, [id])).get(id) ?? null

/** The same for several holders, by their ids. */
export const readWalletHolders = async (
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WalletHolder>> => {
  const [seen, people] = await Promise.all([
    companyRows(sql).where('id', '=', anyOf(ids)).execute(),
    readUsers(sql, ids),
  ])
  const owners = [...people.values()].filter(({ roleId }) => personKindOf(roleId) !== null)
  const companyIds = [...seen.map(({ id }) => id), ...owners.map(({ companyId }) => companyId)]
  if (companyIds.length === 0) return new Map()
  const [companies, balances] = await Promise.all([
    readCompanies(sql, [...new Set(companyIds)]),
    readBalances(sql, ids),
  ])
  const companyOf = new Map(companies.map((company) => [company.id, company]))
  const balancesOf = (id: string) => balances.filter(({ ownerId }) => ownerId === id)
  const holders = [
    ...seen.map(({ id }) => companyHolder(companyOf.get(id)!, balancesOf(id))),
    ...owners.map((person) => personHolder(person, companyOf.get(person.companyId)!, balancesOf(person.id))),
  ]
  return new Map(holders.map((holder) => [holder.id, holder]))
}

/** Names of holders: of companies in any scope, of people as far as they are in the scope. */
export const readHolderNames = async (
  sql: Queries,
  holders: readonly { readonly id: string; readonly kind: WalletHolder['kind'] }[],
): Promise<ReadonlyMap<string, string>> => {
  const idsOf = (kind: WalletHolder['kind']) => [
    ...new Set(holders.flatMap((each) => (each.kind === kind ? [each.id] : []))),
  ]
  const companies = await readBrandNames(sql, idsOf('company'))
  const people = await readNames(sql, idsOf('person'))
  return new Map([...companies, ...people])
}

const mostFound = 10

/** Companies and people of the scope with wallets, whose name or e-mail contains a phrase. */
export const findHolders = async (
  sql: Queries,
  phrase: string,
  { withCompanies }: { readonly withCompanies: boolean },
): Promise<WalletHolder[]> => {
  const companyIds = withCompanies ? await companiesNamed(sql, phrase, mostFound) : []
  const { where } = await findPeople(sql, phrase)
  const earners = peopleRows(sql)
    .where(where)
    .where((eb) => eb.or([eb('appUser.roleId', 'in', sellerRoles), hasWallet('appUser.id')]))
  const people = await earners.orderBy('appUser.id').limit(mostFound).execute()
  const companies = await readCompanies(sql, [
    ...new Set([...companyIds, ...people.map(({ companyId }) => companyId)]),
  ])
  const byId = new Map(companies.map((company) => [company.id, company]))
  const balances = await readBalances(sql, [...companyIds, ...people.map(({ id }) => id)])
  const balancesOf = (id: string) => balances.filter(({ ownerId }) => ownerId === id)
  return [
    ...companyIds.map((id) => companyHolder(byId.get(id)!, balancesOf(id))),
    ...people.map((person) => personHolder(person, byId.get(person.companyId)!, balancesOf(person.id))),
  ].filter(({ wallets }) => wallets !== null)
}

/** The name of a holder with a person's e-mail, for a confirmation; empty where there is none in the scope. */
export const readHolderName = async (sql: Queries, id: string): Promise<string> => {
  const holder = await readWalletHolder(sql, id)
  if (!holder) return ''
  return holder.email === null ? holder.name : `${holder.name} (${holder.email})`
}
