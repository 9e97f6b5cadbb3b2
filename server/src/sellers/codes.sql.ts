import { PersonCode, type CodeRefusal } from '@cardamom/contract/sellers'
import type { Insertable } from 'kysely'
import { companyRows } from '../companies/companies.sql.ts'
import { houseId, isWithin, type Company } from '../companies/company.ts'
import type { IdentityNeeds, ReferredBy } from '../identity/identity-needs.ts'
import { noReferrer } from '../identity/user.ts'
import { isReferralCodeForm } from '../identity/username.ts'
import { userRows } from '../identity/users.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { anyOf, changedOne, type Queries } from '../kernel/queries.ts'
import type { Seller } from '../kernel/schema.ts'
import { attributionOf, judgeSellerCode, type SellerCode } from './seller-code.ts'

type CodeRequest = { readonly code: string; readonly host: Company; readonly now: Date }
type CodeReferral = ReferredBy & { readonly kind: 'seller' | 'referral' }

/** Roles whose referral code is valid: cardholders, sellers one and sellers two. */
const referrerRoles = [2, 7, 8]

/**
 * A company's own host accepts only the codes of its subtree, so no company sees another chain (domain §13).
 */
const isAcceptedBy = (host: Company, path: readonly string[]) =>
  host.id === houseId || isWithin({ path }, host.id)

const findSellerCode = async (
  sql: Queries,
  { code, host, now }: CodeRequest,
): Promise<Answer<CodeReferral, CodeRefusal> | null> => {
  const found = await sql
    .selectFrom('sellerCode as code')
    .leftJoin(userRows(sql).as('owner'), 'owner.id', 'code.ownerId')
    .innerJoin(companyRows(sql).as('company'), 'company.id', 'code.companyId')
    .leftJoin('seller', 'seller.userId', 'code.ownerId')
    .select(['code.id', 'code.companyId', 'code.ownerId', 'code.validFrom', 'code.validTo'])
    .select(['code.maxUses', 'code.uses', 'code.active', 'owner.active as ownerActive'])
    .select(['owner.roleId', 'seller.recruitedBy', 'company.path'])
    .where('code.code', '=', code)
    .executeTakeFirst()
  if (!found || !isAcceptedBy(host, found.path)) return null
  const judged = judgeSellerCode(found, now)
  if (!judged.accepted) return judged
  const { id, ownerId, roleId, recruitedBy } = judged.value
  if (ownerId === null || roleId === null) return refused('seller_code_not_active')
  return accepted({
    kind: 'seller',
    attribution: attributionOf({ id, ownerId }, { roleId, recruitedBy }),
    companyId: found.companyId,
  })
}

const findReferralCode = async (sql: Queries, { code, host }: CodeRequest): Promise<CodeReferral | null> => {
  const found = await userRows(sql)
    .innerJoin(companyRows(sql).as('company'), 'company.id', 'appUser.companyId')
    .select('company.path')
    .where('appUser.referralCode', '=', code)
    .where('appUser.active', '=', true)
    .where('appUser.roleId', 'in', referrerRoles)
    .executeTakeFirst()
  if (!found || !isAcceptedBy(host, found.path)) return null
  const { id: referrerId, companyId } = found
  return { kind: 'referral', attribution: { ...noReferrer, referrerId }, companyId }
}

/**
 * Finds the referral of a code without a change. A seller code has priority over a referral code. Scope: all
 * tenants.
 */
const previewCode = async (
  sql: Queries,
  request: CodeRequest,
): Promise<Answer<CodeReferral, CodeRefusal>> => {
  const parsed = PersonCode.safeParse(request.code)
  if (!parsed.success) return refused('seller_code_not_found')
  const known = { ...request, code: parsed.data }
  const seller = await findSellerCode(sql, known)
  if (seller) return seller
  const referral = await findReferralCode(sql, known)
  if (referral) return accepted(referral)
  return refused(isReferralCodeForm(known.code) ? 'referral_code_not_found' : 'seller_code_not_found')
}

/** The same for a registration: counts one use of the code while uses are left. */
const redeemCode = async (sql: Queries, request: CodeRequest): Promise<Answer<CodeReferral, CodeRefusal>> => {
  const found = await previewCode(sql, request)
  if (!found.accepted || found.value.kind === 'referral') return found
  const counted = await sql
    .updateTable('sellerCode')
    .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', found.value.attribution.sellerCodeId)
    .where('active', '=', true)
    .where((where) => where.or([where('maxUses', 'is', null), where('uses', '<', where.ref('maxUses'))]))
    .executeTakeFirst()
  if (changedOne(counted)) return found
  // Another registration had the last use, or the code was deactivated, since it was read.
  const present = await previewCode(sql, request)
  return present.accepted ? refused('seller_code_used_up') : present
}

/** Makes a person a seller. `recruitedBy` is the seller one of a seller two. */
export const insertSeller = async (sql: Queries, seller: Required<Insertable<Seller>>): Promise<void> => {
  await sql.insertInto('seller').values(seller).execute()
}

/** Stores a code. Throws on the unique constraint `seller_code_code_key`. */
export const insertSellerCode = async (
  sql: Queries,
  code: Omit<SellerCode, 'uses' | 'active' | 'ownerActive'> & { code: string; createdAt: Date },
): Promise<void> => {
  await sql.insertInto('sellerCode').values(code).execute()
}

/** A code with its owner, if the reader sees it. */
export const readSellerCode = async (
  sql: Queries,
  id: string,
): Promise<{ readonly code: string; readonly ownerId: string | null } | null> =>
  (await sql.selectFrom('sellerCode').select(['code', 'ownerId']).where('id', '=', id).executeTakeFirst()) ??
  null

/** Codes by their ids, as far as the reader sees them. */
export const readCodeTexts = async (
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = sql.selectFrom('sellerCode').select(['id', 'code']).where('id', '=', anyOf(ids))
  return new Map((await rows.execute()).map(({ id, code }) => [id, code]))
}

/** The sellers who recruited any of these people. */
export const listRecruitersOf = async (sql: Queries, userIds: readonly string[]): Promise<string[]> => {
  const sellers = sql.selectFrom('seller').select('recruitedBy').where('userId', '=', anyOf(userIds))
  return (await sellers.execute()).flatMap(({ recruitedBy }) => recruitedBy ?? [])
}

/** Deletes the codes of a seller and returns their ids. */
export const deleteSellerCodes = async (sql: Queries, ownerId: string): Promise<string[]> => {
  const codes = sql.deleteFrom('sellerCode').where('ownerId', '=', ownerId).returning('id')
  return (await codes.execute()).map(({ id }) => id)
}

/** The codes of sellers and referrers, for registrations. */
export const sellerCodes = {
  preview: previewCode,
  redeem: redeemCode,
} satisfies IdentityNeeds['codes']
