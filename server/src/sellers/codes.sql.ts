import { PersonCode, type CodeRefusal } from '@cardamom/contract/sellers'
import { houseId, isWithin, type Company } from '../companies/company.ts'
import type { BroughtBy } from '../identity/identity-needs.ts'
import { broughtByNobody } from '../identity/user.ts'
import { isReferralCodeForm } from '../identity/username.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import { attributionOf, judgeSellerCode, type SellerCode } from './seller-code.ts'

type CodeRow = {
  id: string
  company_id: string
  owner_id: string
  valid_from: Date
  valid_to: Date | null
  max_uses: number | null
  uses: number
  active: boolean
  owner_active: boolean
  role_id: number
  recruited_by: string | null
  path: string[]
}

const bySellerCode = `select k.id, k.company_id, k.owner_id, k.valid_from, k.valid_to, k.max_uses,
    k.uses, k.active, u.active as owner_active, u.role_id, s.recruited_by, c.path
  from seller_code k join app_user u on u.id = k.owner_id join company c on c.id = k.company_id
  left join seller s on s.user_id = k.owner_id
  where k.code = $1`
const byReferralCode = `select u.id, u.company_id, c.path
  from app_user u join company c on c.id = u.company_id
  where u.referral_code = $1 and u.active and u.role_id in (2, 7, 8)`
const countUse = `update seller_code set uses = uses + 1
  where id = $1 and (max_uses is null or uses < max_uses)`
const insertCode = `insert into seller_code (id, company_id, owner_id, code, valid_from, valid_to, max_uses,
    created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`
const insertSellerRow = 'insert into seller (user_id, company_id, recruited_by) values ($1, $2, $3)'

type Call = { readonly code: string; readonly host: Company; readonly now: Date }
type Found = BroughtBy & { readonly kind: 'seller' | 'referral' }

/** A company's own host takes the codes of its subtree only: no company sees another chain (domain §13). */
const isTaken = (path: readonly string[], host: Company) => host.id === houseId || isWithin({ path }, host.id)

const sellerCodeOf = (row: CodeRow): SellerCode => ({
  id: row.id,
  companyId: row.company_id,
  ownerId: row.owner_id,
  validFrom: row.valid_from,
  validTo: row.valid_to,
  maxUses: row.max_uses,
  uses: row.uses,
  active: row.active,
  ownerActive: row.owner_active,
})

const findSellerCode = async (
  sql: Queries,
  { code, host, now }: Call,
): Promise<Answer<Found, CodeRefusal> | null> => {
  const row = await sql.maybe<CodeRow>(bySellerCode, [code])
  if (!row || !isTaken(row.path, host)) return null
  const judged = judgeSellerCode(sellerCodeOf(row), now)
  if (!judged.accepted) return judged
  const attribution = attributionOf(judged.value, { roleId: row.role_id, recruitedBy: row.recruited_by })
  return accepted({ kind: 'seller', attribution, companyId: row.company_id })
}

const findReferralCode = async (sql: Queries, { code, host }: Call): Promise<Found | null> => {
  const row = await sql.maybe<{ id: string; company_id: string; path: string[] }>(byReferralCode, [code])
  if (!row || !isTaken(row.path, host)) return null
  return {
    kind: 'referral',
    attribution: { ...broughtByNobody, referrerId: row.id },
    companyId: row.company_id,
  }
}

/** Whom a code brings to whom; nothing changes. A seller code beats a referral code. Scope: everything. */
export const lookCode = async (sql: Queries, call: Call): Promise<Answer<Found, CodeRefusal>> => {
  const parsed = PersonCode.safeParse(call.code)
  if (!parsed.success) return refused('seller_code_not_found')
  const known = { ...call, code: parsed.data }
  const seller = await findSellerCode(sql, known)
  if (seller) return seller
  const referral = await findReferralCode(sql, known)
  if (referral) return accepted(referral)
  return refused(isReferralCodeForm(known.code) ? 'referral_code_not_found' : 'seller_code_not_found')
}

/** The same for a person who registers with it now: one use more, of those that there are. */
export const takeCode = async (sql: Queries, call: Call): Promise<Answer<Found, CodeRefusal>> => {
  const found = await lookCode(sql, call)
  if (!found.accepted || found.value.kind === 'referral') return found
  const counted = await sql.run(countUse, [found.value.attribution.sellerCodeId])
  return counted === 1 ? found : refused('seller_code_expired')
}

/** Makes somebody a seller. @param recruitedBy their seller one, for a seller two */
export const insertSeller = async (
  sql: Queries,
  seller: { userId: string; companyId: string; recruitedBy: string | null },
): Promise<void> => {
  await sql.run(insertSellerRow, [seller.userId, seller.companyId, seller.recruitedBy])
}

/** Throws on the unique constraint `seller_code_code_key`. */
export const insertSellerCode = async (
  sql: Queries,
  code: Omit<SellerCode, 'uses' | 'active' | 'ownerActive'> & { code: string; createdAt: Date },
): Promise<void> => {
  const { id, companyId, ownerId, validFrom, validTo, maxUses, createdAt } = code
  await sql.run(insertCode, [id, companyId, ownerId, code.code, validFrom, validTo, maxUses, createdAt])
}
