import { assignSellerCode, getUserSellerCode, removeSellerCode } from '@cardamom/contract/sellers'
import { personInScope, readPersonOfArea } from '../access/user-detail.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { readAttribution, setAttribution } from '../identity/people.sql.ts'
import { personOf } from '../identity/person-step-up.ts'
import { noReferrer } from '../identity/user.ts'
import { lockUser, readNames } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { textOf, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { readSellerCode, sellerCodes } from './codes.sql.ts'

/** The seller code of a person with the name of its owner, as far as the reader sees them. */
const codeOf = async (sql: Queries, userId: string) => {
  const { sellerCodeId } = await readAttribution(sql, userId)
  const found = sellerCodeId === null ? null : await readSellerCode(sql, sellerCodeId)
  if (!found) return { code: null, ownerName: null }
  const { code, ownerId } = found
  const names = await readNames(sql, ownerId === null ? [] : [ownerId])
  return { code, ownerName: names.get(ownerId ?? '') ?? null }
}

/** The seller code that a person belongs to, and its change by an administrator (product §6). */
export const mountAssignedCodes = ({ mount }: Kernel): void => {
  mount(getUserSellerCode, async ({ sql, params }) => {
    const user = await readPersonOfArea(sql, params.id)
    return user ? accepted(await codeOf(sql, user.id)) : refused('record_not_found')
  })

  mount(
    assignSellerCode,
    async ({ params, input, now, ...tx }) => {
      const { sql } = tx
      if (!(await readPersonOfArea(sql, params.id))) return refused('record_not_found')
      const { id, companyId } = await lockUser(sql, params.id)
      const before = await codeOf(sql, id)
      if (before.code === input.code) return accepted(before)
      const host = await readCompany(sql, companyId)
      // A use is counted as at a registration; a refusal below undoes it.
      const found = await sellerCodes.redeem(sql, { code: input.code, host, now })
      if (!found.accepted) return found
      const { attribution } = found.value
      const { sellerCodeId: _before, ...earners } = await readAttribution(sql, id)
      const { sellerCodeId: _after, ...nextEarners } = attribution
      const isOwn = attribution.sellerOneId === id || attribution.sellerTwoId === id
      if (attribution.sellerCodeId === null || found.value.companyId !== companyId || isOwn)
        return refused('seller_code_not_found', { field: 'code' })
      await setAttribution(sql, id, attribution)
      const about = { entity: 'user', entityId: id, companyId, userId: id }
      tx.recordChange({
        ...about,
        before: { sellerCode: before.code, ...earners },
        after: { sellerCode: input.code, ...nextEarners },
      })
      tx.emit({ type: 'user.changed', entityId: id, companyId, userId: id })
      return accepted(await codeOf(sql, id))
    },
    personInScope,
  )

  mount(
    removeSellerCode,
    async ({ params, input: { reason }, ...tx }) => {
      const { sql } = tx
      if (!(await readPersonOfArea(sql, params.id))) return refused('record_not_found')
      const { id, companyId } = await lockUser(sql, params.id)
      const { code } = await codeOf(sql, id)
      const { sellerCodeId: _code, ...earners } = await readAttribution(sql, id)
      await setAttribution(sql, id, { ...noReferrer, referrerId: earners.referrerId })
      const after = { sellerCode: null, sellerOneId: null, sellerTwoId: null }
      const { sellerOneId, sellerTwoId } = earners
      const about = { entity: 'user', entityId: id, companyId, userId: id }
      if (code !== null || sellerOneId !== null || sellerTwoId !== null) {
        const before = { sellerCode: code, sellerOneId, sellerTwoId, reason: null }
        tx.recordChange({ ...about, before, after: { ...after, reason } })
        tx.emit({ type: 'user.changed', entityId: id, companyId, userId: id })
      }
      return accepted(await codeOf(sql, id))
    },
    personInScope,
  )
}

/** Facts of operations with codes. */
export const sellerStepUps = {
  'POST /sellers/export': () => Promise.resolve({}),
  'POST /users/:id/seller-code': async ({ sql, params, input }) => ({
    ...(await personOf(sql, textOf(params['id']))),
    sellerCode: textOf(input['code']).trim().toUpperCase(),
  }),
  'POST /users/:id/seller-code/removal': async ({ sql, params, input }) => {
    const { code } = await codeOf(sql, textOf(params['id']))
    return {
      ...(await personOf(sql, textOf(params['id']))),
      ...(code === null ? {} : { sellerCode: code }),
      reason: textOf(input['reason']),
    }
  },
} satisfies Partial<StepUpDescribers>
