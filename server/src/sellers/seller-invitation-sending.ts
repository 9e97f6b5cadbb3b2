import { personMail } from '../identity/identity-mail.ts'
import type { IdentityNeeds } from '../identity/identity-needs.ts'
import { linkHashOf, newLinkToken } from '../identity/links.sql.ts'
import { mailTries, senderTries } from '../identity/throttle.ts'
import type { User } from '../identity/user.ts'
import { readUser } from '../identity/users.sql.ts'
import { readCompany, readIsOpen } from '../companies/companies.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import {
  countOpenInvitations,
  countSentMails,
  findInvitation,
  insertInvitation,
  invitationViews,
  lockInvitation,
  updateInvitation,
  type InvitationRow,
} from './seller-invitations.sql.ts'

const sellerOne = 7
const dayMs = 24 * 3_600_000
const livesMs = 7 * dayMs
/** More than a seller one has open at once, and few enough that no list of addresses is mailed. */
const mostOpen = 20
/** Mails of a seller one in 24 hours, also of invitations that were revoked since. */
const mostMailsADay = 40

type Needs = Pick<IdentityNeeds, 'mailer' | 'throttles'>
type Deps = Pick<Kernel, 'ids' | 'clock'> & { readonly mail: SendMail; readonly mayMail: MayMail }
type SendMail = (tx: WriteTransaction, seller: User, of: { email: string; token: string }) => Promise<void>
type MayMail = (sql: Queries, of: { email: string; sellerId: string }) => Promise<boolean>

const viewOf = async (sql: Queries, id: string, now: Date) => {
  const row = await findInvitation(sql, id)
  const [view] = row ? await invitationViews(sql, [row], now) : []
  if (!view) throw new Error('An invitation has no view')
  return view
}

export const aboutInvitation = ({
  id,
  companyId,
  sellerId,
}: Pick<InvitationRow, 'id' | 'companyId' | 'sellerId'>) => ({
  entity: 'seller_invitation',
  entityId: id,
  companyId,
  userId: sellerId,
  personal: ['email'],
})

const isDayUsedUp = async (sql: Queries, sellerId: string, now: Date): Promise<boolean> =>
  (await countSentMails(sql, sellerId, after(now, -dayMs))) >= mostMailsADay

/** Addresses with other tags (`name+tag@…`) reach one mailbox. */
const mailboxOf = (email: string) => email.replace(/\+[^@]*@/, '@')

const tooMany = refused('rate_limited', { data: { retryAfterSeconds: mailTries.firstBlockMs / 1000 } })

const invite =
  ({ ids, clock, mail, mayMail }: Deps) =>
  async (tx: WriteTransaction, seller: User, email: string) => {
    const { sql } = tx
    const now = clock.realNow()
    const { id: sellerId, companyId } = seller
    if (seller.roleId !== sellerOne || !seller.active) return refused('seller_one_needed')
    if (!(await readIsOpen(sql, await readCompany(sql, companyId)))) return refused('company_closed')
    if ((await countOpenInvitations(sql, sellerId, now)) >= mostOpen) return refused('invitation_limit')
    const token = newLinkToken(ids)
    const id = ids.next()
    const row = { id, companyId, sellerId, email }
    const times = { sentAt: now, expiresAt: after(now, livesMs), createdAt: now }
    if (await isDayUsedUp(sql, sellerId, now)) return tooMany
    if (!(await insertInvitation(sql, { ...row, tokenHash: linkHashOf(token), ...times })))
      return refused('invitation_exists', { field: 'email' })
    if (!(await mayMail(sql, row))) return tooMany
    await mail(tx, seller, { email, token })
    tx.recordChange({ ...aboutInvitation(row), before: null, after: { email, expiresAt: times.expiresAt } })
    tx.emit({ type: 'seller_invitation.created', entityId: id, companyId, userId: sellerId })
    return accepted(await viewOf(sql, id, now))
  }

/** A new link ends the earlier one, because an invitation has one link. Only `ofSeller` changes it, where one is named. */
const change =
  ({ ids, clock, mail, mayMail }: Deps) =>
  async (
    tx: WriteTransaction,
    { id, ofSeller }: { readonly id: string; readonly ofSeller: string | null },
    wanted: 'resend' | 'revoke',
  ) => {
    const { sql } = tx
    const now = clock.realNow()
    const row = await lockInvitation(sql, id)
    const seller = row && (await readUser(sql, row.sellerId))
    if (!row || !seller) return refused('record_not_found')
    if (ofSeller !== null && row.sellerId !== ofSeller) return refused('record_not_found')
    if (row.acceptedAt !== null || row.revokedAt !== null) return refused('invitation_over')
    const { companyId, sellerId, email, sent, expiresAt, revokedAt } = row
    const about = aboutInvitation(row)
    if (wanted === 'revoke') {
      await updateInvitation(sql, id, { revokedAt: now })
      tx.recordChange({ ...about, before: { revokedAt }, after: { revokedAt: now } })
    } else {
      if (seller.roleId !== sellerOne || !seller.active) return refused('invitation_over')
      if (!(await readIsOpen(sql, await readCompany(sql, companyId)))) return refused('invitation_over')
      if (await isDayUsedUp(sql, sellerId, now)) return tooMany
      if (!(await mayMail(sql, row))) return tooMany
      const token = newLinkToken(ids)
      await mail(tx, seller, { email, token })
      const next = { sent: sent + 1, expiresAt: after(now, livesMs) }
      await updateInvitation(sql, id, { ...next, tokenHash: linkHashOf(token), sentAt: now })
      tx.recordChange({ ...about, before: { sent, expiresAt }, after: next })
    }
    tx.emit({ type: 'seller_invitation.changed', entityId: id, companyId, userId: sellerId })
    return accepted(await viewOf(sql, id, now))
  }

/** Sends, sends again and revokes invitations. */
export const createInvitations = ({ ids, clock, config }: Kernel, { mailer, throttles }: Needs) => {
  const deps: Deps = {
    ids,
    clock,
    mayMail: async (sql, { email, sellerId }) =>
      (await throttles.isFreeWithin(sql, `mail-from:seller:${sellerId}`, senderTries)) &&
      (await throttles.isFreeWithin(sql, `mail:seller_invitation:${mailboxOf(email)}`, mailTries)),
    // The reader may have no account yet, so the mail has no name and nobody's id.
    mail: async (tx, seller, { email, token }) => {
      const company = await readCompany(tx.sql, seller.companyId)
      const reader = { ...seller, email, emailVerifiedAt: null }
      const path = `/seller-invitation/${token}` as const
      const facts = { seller: `${seller.firstName} ${seller.lastName}`.trim() }
      const draft = personMail(reader, { company, config, kind: 'seller_invitation', path, facts })
      await mailer.enqueue(tx, { ...draft, userId: null })
    },
  }
  return { invite: invite(deps), change: change(deps) }
}
