import {
  acceptSellerInvitation,
  changeOwnSellerInvitation,
  changeSellerInvitation,
  inviteOwnSeller,
  inviteSeller,
  openSellerInvitation,
} from '@cardamom/contract/sellers/seller-invitations'
import { createEndSessions } from '../access/session-endings.ts'
import { readPersonOfArea } from '../access/user-detail.ts'
import { brandName } from '../companies/company.ts'
import { readCompany, readIsOpen } from '../companies/companies.sql.ts'
import type { IdentityNeeds } from '../identity/identity-needs.ts'
import { linkHashOf } from '../identity/links.sql.ts'
import { emailHint, type User } from '../identity/user.ts'
import { lockUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import { becomeSeller } from './become-seller.ts'
import { judgeNewSeller } from './new-seller.ts'
import { aboutInvitation, createInvitations } from './seller-invitation-sending.ts'
import { codeFrom, sellerInvitationState } from './seller-invitation.ts'
import { createSellerInvitationsList } from './seller-invitations.list.ts'
import {
  acceptInvitation,
  findInvitation,
  openInvitation,
  type OpenedInvitation,
} from './seller-invitations.sql.ts'
import { findSeller, insertNewCode } from './seller-codes.sql.ts'

type Needs = Pick<IdentityNeeds, 'mailer' | 'throttles'>

const endingsOf = (opened: OpenedInvitation) => ({
  acceptedAt: opened.acceptedAt,
  revokedAt: opened.revokedAt,
  expiresAt: opened.expiresAt,
})

/** Stores a first code for a person, which nobody has yet, and returns it. */
const createFirstCode =
  ({ ids }: Pick<Kernel, 'ids'>) =>
  async (sql: Queries, owner: User, now: Date): Promise<string> => {
    for (;;) {
      const code = codeFrom(owner.firstName, ids.secret(4).readUInt32BE())
      const row = { id: ids.next(), companyId: owner.companyId, ownerId: owner.id, code, validFrom: now }
      if (await insertNewCode(sql, { ...row, validTo: null, maxUses: null, createdAt: now })) return code
    }
  }

/** The invited person becomes a seller two. The row and its seller are not theirs to see, so functions decide. */
const mountAcceptance = (kernel: Kernel): void => {
  const { mount, clock } = kernel
  const endSessions = createEndSessions(kernel)
  const firstCode = createFirstCode(kernel)
  mount(acceptSellerInvitation, async ({ me, input, now, ...tx }) => {
    const { sql } = tx
    const at = clock.realNow()
    const found = await openInvitation(sql, linkHashOf(input.token))
    if (!found || sellerInvitationState(endingsOf(found), at) !== 'invited') return refused('link_expired')
    if (!(await readIsOpen(sql, await readCompany(sql, found.companyId)))) return refused('link_expired')
    const owner = await lockUser(sql, me.userId)
    const recruiter = {
      id: found.sellerId,
      companyId: found.sellerCompany,
      roleId: found.sellerRole,
      active: found.sellerActive,
    }
    const known = await findSeller(sql, owner.id)
    const judged = judgeNewSeller({ owner, recruitedById: found.sellerId, recruiter, known })
    if (!judged.accepted || judged.value === null) return refused('cannot_become_seller')
    if (!(await acceptInvitation(sql, found.id, at))) return refused('invitation_other_address')
    tx.recordChange({
      ...aboutInvitation({ id: found.id, companyId: found.companyId, sellerId: found.sellerId }),
      before: { acceptedAt: null, acceptedBy: null },
      after: { acceptedAt: at, acceptedBy: owner.id },
    })
    const code = await firstCode(sql, owner, now)
    await becomeSeller(tx, owner, { ...judged.value, endSessions })
    const { companyId } = owner
    tx.emit({
      type: 'seller_invitation.accepted',
      entityId: found.id,
      companyId,
      userId: found.sellerId,
      payload: { name: `${owner.firstName} ${owner.lastName}`.trim() },
    })
    return accepted({ code, sellerName: found.sellerName })
  })
}

/** Invitations by which a seller one gets sellers two (domain §1). */
export const mountSellerInvitations = (kernel: Kernel, needs: Needs): void => {
  const { mount, clock } = kernel
  const { invite, change } = createInvitations(kernel, needs)
  mountList(kernel, createSellerInvitationsList(kernel))

  mount(inviteOwnSeller, async ({ me, input, ...tx }) =>
    invite(tx, await lockUser(tx.sql, me.userId), input.email),
  )
  mount(inviteSeller, async ({ me, input, ...tx }) => {
    const isSeen = me.scope.kind !== 'own' || input.sellerId === me.userId
    const seller = isSeen ? await readPersonOfArea(tx.sql, input.sellerId) : null
    if (!seller) return refused('record_not_found', { field: 'sellerId' })
    return invite(tx, await lockUser(tx.sql, seller.id), input.email)
  })
  mount(changeOwnSellerInvitation, ({ me, params: { id }, input, ...tx }) =>
    change(tx, { id, ofSeller: me.userId }, input.change),
  )
  mount(
    changeSellerInvitation,
    ({ me, params: { id }, input, ...tx }) =>
      change(tx, { id, ofSeller: me.scope.kind === 'own' ? me.userId : null }, input.change),
    async ({ sql, params }) =>
      (await findInvitation(sql, params.id)) ? null : ('record_not_found' as const),
  )

  mount(openSellerInvitation, async ({ sql, input }) => {
    const found = await openInvitation(sql, linkHashOf(input.token))
    if (!found) return refused('link_expired')
    return accepted({
      state: sellerInvitationState(endingsOf(found), clock.realNow()),
      sellerName: found.sellerName,
      companyName: brandName(await readCompany(sql, found.companyId)),
      emailHint: emailHint(found.email),
      expiresAt: found.expiresAt,
    })
  })
  mountAcceptance(kernel)
}
