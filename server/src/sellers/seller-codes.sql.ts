import { sql as fragment, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely'
import { readBrandNames } from '../companies/companies.sql.ts'
import { personKindOf } from '../identity/people.list.ts'
import { readNames, readUser, userRows } from '../identity/users.sql.ts'
import { changedOne, type Queries } from '../kernel/queries.ts'
import type { SellerCode as SellerCodeTable } from '../kernel/schema.ts'
import { sellerCodeState, type SellerCodeState } from './seller-code.ts'

/** Codes of the scope with their owners. An owner out of the scope is as absent as no owner. */
export const codeRows = (sql: Queries) =>
  sql
    .selectFrom('sellerCode')
    .leftJoin(userRows(sql).as('owner'), 'owner.id', 'sellerCode.ownerId')
    .selectAll('sellerCode')
    .select('owner.active as ownerActive')

export type CodeRow = Selectable<SellerCodeTable> & { readonly ownerActive: boolean | null }

const isOver = (now: Date) =>
  fragment<SqlBool>`coalesce(seller_code.valid_to <= ${now.toISOString()}::timestamptz, false)`
const isWaiting = (now: Date) => fragment<SqlBool>`seller_code.valid_from > ${now.toISOString()}::timestamptz`
const isUsable = fragment<SqlBool>`(seller_code.active and coalesce(owner.active, false))`
const isUsedUp = fragment<SqlBool>`coalesce(seller_code.uses >= seller_code.max_uses, false)`

/** The same as `sellerCodeState`, as a condition on rows. */
export const isInState = (state: SellerCodeState, now: Date) =>
  ({
    inactive: fragment<SqlBool>`not ${isUsable}`,
    expired: fragment<SqlBool>`(${isUsable} and ${isOver(now)})`,
    waiting: fragment<SqlBool>`(${isUsable} and not ${isOver(now)} and ${isWaiting(now)})`,
    used_up: fragment<SqlBool>`(${isUsable} and not ${isOver(now)} and not ${isWaiting(now)} and ${isUsedUp})`,
    active: fragment<SqlBool>`(${isUsable} and not ${isOver(now)} and not ${isWaiting(now)} and not ${isUsedUp})`,
  })[state]

/** Codes as people see them. */
export const codeViews = async (sql: Queries, rows: readonly CodeRow[], now: Date) => {
  const companies = await readBrandNames(sql, [...new Set(rows.map(({ companyId }) => companyId))])
  const owners = await readNames(sql, [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))])
  return rows.map((row) => {
    const { id, code, companyId, uses, maxUses, validFrom, validTo, createdAt } = row
    const ownerName = owners.get(row.ownerId ?? '') ?? null
    return {
      id,
      code,
      ownerId: ownerName === null ? null : row.ownerId,
      ownerName,
      companyId,
      companyName: companies.get(companyId) ?? '',
      state: sellerCodeState(row, now),
      uses,
      maxUses,
      validFrom,
      validTo,
      createdAt,
    }
  })
}

/** Reads a code and locks it until the transaction ends. */
export const lockCode = async (sql: Queries, id: string): Promise<CodeRow | null> => {
  const locked = await sql
    .selectFrom('sellerCode')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return locked ? ((await codeRows(sql).where('sellerCode.id', '=', id).executeTakeFirst()) ?? null) : null
}

export const findCode = async (sql: Queries, id: string): Promise<CodeRow | null> =>
  (await codeRows(sql).where('sellerCode.id', '=', id).executeTakeFirst()) ?? null

/** False: a seller or referral code of any company has this text. */
export const insertNewCode = async (sql: Queries, code: Insertable<SellerCodeTable>): Promise<boolean> => {
  const [found] = await sql.rows<{ exists: boolean }>('select referral_code_exists($1) as exists', [
    code.code,
  ])
  if (found?.exists) return false
  const inserted = sql
    .insertInto('sellerCode')
    .values(code)
    .onConflict((conflict) => conflict.column('code').doNothing())
  return changedOne(await inserted.executeTakeFirst())
}

export const writeCode = async (
  sql: Queries,
  id: string,
  changes: Updateable<SellerCodeTable>,
): Promise<void> => {
  await sql
    .updateTable('sellerCode')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The seller's record; null: the person is no seller, or out of the scope. */
export const findSeller = async (sql: Queries, userId: string) =>
  (await sql.selectFrom('seller').selectAll().where('userId', '=', userId).executeTakeFirst()) ?? null

/** Sets who recruited a seller two, or makes a person a seller. */
export const saveSeller = async (
  sql: Queries,
  seller: { userId: string; companyId: string; recruitedBy: string | null },
): Promise<void> => {
  const { recruitedBy } = seller
  await sql
    .insertInto('seller')
    .values(seller)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ recruitedBy }))
    .execute()
}

/** The owner's kind and, of a seller two, who recruited them, as far as the reader sees both. */
export const readOwner = async (sql: Queries, ownerId: string | null) => {
  const owner = ownerId === null ? null : await readUser(sql, ownerId)
  if (!owner) return { ownerKind: null, recruitedByName: null }
  const { recruitedBy = null } = (await findSeller(sql, owner.id)) ?? {}
  const names = await readNames(sql, recruitedBy === null ? [] : [recruitedBy])
  return { ownerKind: personKindOf(owner.roleId), recruitedByName: names.get(recruitedBy ?? '') ?? null }
}
