import { createSellerCode } from '@cardamom/contract/sellers/seller-codes'
import type { InputOf } from '@cardamom/contract/endpoint'
import { createEndSessions } from '../access/session-endings.ts'
import { readPersonOfArea } from '../access/user-detail.ts'
import { companyRows, readCompany, readIsOpen } from '../companies/companies.sql.ts'
import { lockUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { dayBounds } from '../kernel/day-bounds.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { becomeSeller } from './become-seller.ts'
import { judgeNewSeller, judgeValidity } from './new-seller.ts'
import { codeRecord } from './seller-code-record.ts'
import { findCode, findSeller, insertNewCode } from './seller-codes.sql.ts'

type Input = InputOf<typeof createSellerCode>
type Me = Pick<SessionPrincipal, 'scope' | 'userId'>

/** The owner of a new code, locked, and what they become. A seller creates codes only for themselves. */
const readNewOwner = async (sql: Queries, me: Me, { companyId, ownerId, recruitedById }: Input) => {
  const company = await companyRows(sql).where('id', '=', companyId).executeTakeFirst()
  if (!company) return refused('record_not_found', { field: 'companyId' })
  if (!(await readIsOpen(sql, company))) return refused('company_closed', { field: 'companyId' })
  const unknown = refused('record_not_found', { field: 'ownerId' })
  if (me.scope.kind === 'own' && ownerId !== me.userId) return unknown
  if (!(await readPersonOfArea(sql, ownerId))) return unknown
  const owner = await lockUser(sql, ownerId)
  if (owner.companyId !== companyId || !owner.active) return unknown
  const recruiter = recruitedById === null ? null : await readPersonOfArea(sql, recruitedById)
  const known = await findSeller(sql, ownerId)
  const seller = judgeNewSeller({ owner, recruitedById, recruiter, known })
  return seller.accepted ? accepted({ owner, seller: seller.value }) : seller
}

const validityOf = async (sql: Queries, { companyId, firstDay, lastDay, maxUses }: Input, now: Date) => {
  const { timeZone } = await readCompany(sql, companyId)
  const wanted = {
    validFrom: firstDay === null ? now : dayBounds(firstDay, timeZone).from,
    validTo: lastDay === null ? null : dayBounds(lastDay, timeZone).before,
    maxUses,
  }
  const judged = judgeValidity({ ...wanted, uses: 0 }, {})
  return judged.accepted ? accepted(wanted) : judged
}

/** Creates seller codes, and makes their owners sellers (domain §1). */
export const mountSellerCodeCreation = (kernel: Kernel): void => {
  const { mount, ids } = kernel
  const endSessions = createEndSessions(kernel)

  mount(createSellerCode, async ({ me, input, now, ...tx }) => {
    const { sql } = tx
    const { companyId, ownerId, code, active } = input
    const found = await readNewOwner(sql, me, input)
    if (!found.accepted) return found
    const validity = await validityOf(sql, input, now)
    if (!validity.accepted) return validity
    const id = ids.next()
    const row = { companyId, ownerId, code, active, ...validity.value }
    if (!(await insertNewCode(sql, { ...row, id, createdAt: now })))
      return refused('code_taken', { field: 'code' })
    const { owner, seller } = found.value
    if (seller !== null) await becomeSeller(tx, owner, { ...seller, endSessions })
    const about = { entity: 'seller_code', entityId: id, companyId, userId: ownerId }
    tx.recordChange({ ...about, before: null, after: row })
    tx.emit({ type: 'seller_code.created', entityId: id, companyId, userId: ownerId })
    const made = await findCode(sql, id)
    if (!made) throw new Error('A code disappeared in the transaction that created it')
    return accepted(await codeRecord(sql, made, now))
  })
}
