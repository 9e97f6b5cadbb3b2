import { personOf } from '../identity/person-step-up.ts'
import type { Queries } from '../kernel/queries.ts'
import { textOf, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { findCode } from './seller-codes.sql.ts'
import { findInvitation } from './seller-invitations.sql.ts'

type Facts = { readonly sql: Queries; readonly params: Readonly<Record<string, unknown>> }

const codeOf = async ({ sql, params }: Facts) => {
  const found = await findCode(sql, textOf(params['id']))
  return found === null ? {} : { sellerCode: found.code }
}
const codeAndReason = async (of: Facts & { readonly input: Readonly<Record<string, unknown>> }) => ({
  ...(await codeOf(of)),
  reason: textOf(of.input['reason']),
})

/** Facts of the creation of seller codes and of their changes. */
export const sellerCodeStepUps = {
  'POST /seller-codes': async ({ sql, input }) => ({
    sellerCode: textOf(input['code']).trim().toUpperCase(),
    ...(await personOf(sql, textOf(input['ownerId']))),
  }),
  'PATCH /seller-codes/:id': codeOf,
  'POST /seller-codes/:id/deactivate': codeAndReason,
  'POST /seller-codes/:id/activate': codeAndReason,
  'POST /seller-codes/:id/owner': async (of) => ({
    ...(await codeAndReason(of)),
    ...(typeof of.input['ownerId'] === 'string' ? await personOf(of.sql, of.input['ownerId']) : {}),
  }),
  'POST /seller-invitations': async ({ sql, input }) => ({
    ...(await personOf(sql, textOf(input['sellerId']))),
    invitee: textOf(input['email']),
  }),
  'POST /seller-invitations/:id': async ({ sql, params }) => {
    const found = await findInvitation(sql, textOf(params['id']))
    return found === null ? {} : { ...(await personOf(sql, found.sellerId)), invitee: found.email }
  },
} satisfies Partial<StepUpDescribers>
