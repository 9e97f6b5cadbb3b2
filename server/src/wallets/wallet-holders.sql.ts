import { findPeople, peopleRows, personHolders } from '../identity/people.sql.ts'
import { personKindOf } from '../identity/people.list.ts'
import { readNames } from '../identity/users.sql.ts'
import { companiesNamed, companyHolders, readBrandNames } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import type { Queries } from '../kernel/queries.ts'
import { hasWallet } from '../ledger/accounts.ts'
import type { WalletHolder, WalletState, WalletType } from './wallet-holder.ts'

/** Sellers earn shares, so they have wallets before their first one; others from their first share on (domain §3). */
const sellerRoles = [7, 8]

/** The holders of the scope with the ids of $1 and their facts; a person, or with no role a company. */
export const holdersFound = `(
  select s.*, f.* from (${companyHolders} union all ${personHolders}) s
    cross join lateral wallet_facts(s.id, s.company_id) f)`

export type HolderRow = {
  readonly id: string
  readonly role_id: number | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly company_id: string
  readonly company_name: string
  readonly tier: number
  readonly path: string[]
  readonly operator_owned: boolean
  readonly active: boolean
  readonly time_zone: string
  /** Of each bucket: traits, balance, floor and number of the last posting. Null: no wallet is open. */
  readonly buckets: string | null
}

const [immediateTrait, pendingTrait, reservedTrait, closedTrait] = [128, 256, 512, 16] as const
const noMoney = {
  availableCents: 0n,
  pendingCents: 0n,
  reservedCents: 0n,
  allowanceCents: 0n,
  seq: 0n,
  isClosed: false,
}

/** The wallets of an owner by their buckets. */
const walletsIn = (buckets: string): Record<WalletType, WalletState> => {
  const wallets = { regular: { ...noMoney }, immediate: { ...noMoney } }
  for (const bucket of buckets.split(',')) {
    const [traitText = '0', balance = '0', floor = '0', seq = '0'] = bucket.split(' ')
    const traits = Number(traitText)
    const wallet = traits & immediateTrait ? wallets.immediate : wallets.regular
    if (traits & pendingTrait) wallet.pendingCents = BigInt(balance)
    else if (traits & reservedTrait) wallet.reservedCents = BigInt(balance)
    else {
      wallet.availableCents = BigInt(balance)
      wallet.allowanceCents = -BigInt(floor)
      wallet.seq = BigInt(seq)
      wallet.isClosed = (traits & closedTrait) !== 0
    }
  }
  return wallets
}

/** The holder of a row; null: a person of a role that has no wallets. */
export const holderOf = (row: HolderRow): WalletHolder | null => {
  const company = {
    id: row.company_id,
    name: row.company_name,
    tier: row.tier,
    path: row.path,
    timeZone: row.time_zone,
    operatorOwned: row.operator_owned,
    active: row.active,
  }
  const wallets = row.buckets === null ? { regular: noMoney, immediate: noMoney } : walletsIn(row.buckets)
  if (row.role_id === null) {
    const own = company.operatorOwned ? null : wallets
    return { id: row.id, kind: 'company', name: brandName(company), email: null, company, wallets: own }
  }
  if (personKindOf(row.role_id) === null) return null
  return {
    id: row.id,
    kind: 'person',
    name: `${row.first_name} ${row.last_name}`,
    email: row.email,
    company,
    wallets: sellerRoles.includes(row.role_id) || row.buckets !== null ? wallets : null,
  }
}

/**
 * A company or person of the scope, with both wallets as they are now; null: there is none. What a decision sums up
 * besides is read with this or after it, so that the guards on the wallets cover it.
 */
export const readWalletHolder = async (sql: Queries, id: string): Promise<WalletHolder | null> =>
  (await readWalletHolders(sql, [id])).get(id) ?? null

/** The same for several holders, by their ids. */
export const readWalletHolders = async (
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WalletHolder>> => {
  const rows = await sql.rows<HolderRow>(`select * from ${holdersFound} h`, [ids])
  const holders = rows.flatMap((row) => holderOf(row) ?? [])
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
  const ids = [...companyIds, ...people.map((person) => person.id)]
  const holders = await readWalletHolders(sql, ids)
  return ids.flatMap((id) => holders.get(id) ?? []).filter(({ wallets }) => wallets !== null)
}

/** The name of a holder with a person's e-mail, for a confirmation; empty where there is none in the scope. */
export const readHolderName = async (sql: Queries, id: string): Promise<string> => {
  const holder = await readWalletHolder(sql, id)
  if (!holder) return ''
  return holder.email === null ? holder.name : `${holder.name} (${holder.email})`
}
