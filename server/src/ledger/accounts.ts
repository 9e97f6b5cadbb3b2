import { sql as fragment } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'

/**
 * Changes of an account's facts, in a transaction of `kernel.accountsDb`: the app's own role may not make
 * them. The decision is stored by the app before; each change may be repeated.
 */

/** Closes every account of an owner; false while one of them is not at zero. */
export const closeAccounts = async (sql: Queries, owner: { ownerId: string; at: Date }): Promise<boolean> =>
  (await sql.one<{ closed: boolean }>('select close_accounts($1, $2) as closed', [owner.ownerId, owner.at]))
    .closed

/**
 * Assigns the owner's accounts to another company. Earlier postings stay with the old company (domain §14).
 */
export const reassignAccounts = async (
  sql: Queries,
  owner: { ownerId: string; companyId: string; at: Date },
): Promise<void> => {
  await sql.run('select assign_accounts($1, $2, $3)', [owner.ownerId, owner.companyId, owner.at])
}

/** Companies other than this one that accounts of these owners belong to. */
export const readOtherCompanies = async (
  sql: Queries,
  { owners, companyId }: { owners: readonly string[]; companyId: string },
): Promise<string[]> => {
  const rows = await sql
    .selectFrom('account')
    .select('companyId')
    .distinct()
    .where('ownerId', '=', anyOf(owners))
    .where('companyId', '<>', companyId)
    .execute()
  return rows.flatMap((row) => row.companyId ?? [])
}

/** Sets how far below zero an immediate wallet may go (domain §3, balance allowance); opens a new wallet. */
export const setAllowance = async (
  sql: Queries,
  owner: { ownerId: string; companyId: string; allowanceCents: bigint; at: Date },
): Promise<void> => {
  const { ownerId, companyId, allowanceCents, at } = owner
  await sql.run('select set_allowance($1, $2, $3, $4)', [ownerId, companyId, allowanceCents, at])
}

/** Whether any account belongs to a company or to a person of it. */
export const hasAccounts = async (sql: Queries, companyId: string): Promise<boolean> => {
  const accounts = sql.selectFrom('account').select('id').where('companyId', '=', companyId).limit(1)
  return (await accounts.executeTakeFirst()) !== undefined
}

/** Whether the person or company of a column has a wallet that was opened. */
export const hasWallet = (column: `${string}.${string}`) =>
  fragment<boolean>`exists (select from account where account.owner_id = ${fragment.ref(column)} and account.code like 'wallet.%')`
