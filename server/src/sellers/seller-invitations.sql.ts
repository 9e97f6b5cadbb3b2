import { sql as fragment, type Insertable, type Selectable } from 'kysely'
import { readBrandNames } from '../companies/companies.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import { changedOne, type Queries } from '../kernel/queries.ts'
import type { SellerInvitation } from '../kernel/schema.ts'
import { sellerInvitationState } from './seller-invitation.ts'

export type InvitationRow = Selectable<SellerInvitation>

export const invitationRows = (sql: Queries) =>
  sql.selectFrom('sellerInvitation').selectAll('sellerInvitation')

/** Invitations as people see them. */
export const invitationViews = async (sql: Queries, rows: readonly InvitationRow[], now: Date) => {
  const companies = await readBrandNames(sql, [...new Set(rows.map(({ companyId }) => companyId))])
  const names = await readNames(sql, [...new Set(rows.map(({ sellerId }) => sellerId))])
  return rows.map((row) => {
    const { id, email, sellerId, companyId, sentAt, sent, expiresAt, acceptedAt, createdAt } = row
    return {
      id,
      email,
      state: sellerInvitationState(row, now),
      sellerId,
      sellerName: names.get(sellerId) ?? '',
      companyId,
      companyName: companies.get(companyId) ?? '',
      sentAt,
      sent,
      expiresAt,
      acceptedAt,
      createdAt,
    }
  })
}

export const findInvitation = async (sql: Queries, id: string): Promise<InvitationRow | null> =>
  (await invitationRows(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** The same, locked until the transaction ends. */
export const lockInvitation = async (sql: Queries, id: string): Promise<InvitationRow | null> =>
  (await invitationRows(sql).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** How many invitations of a seller are open: neither accepted, revoked nor expired. */
export const countOpenInvitations = async (sql: Queries, sellerId: string, now: Date): Promise<number> => {
  const open = sql
    .selectFrom('sellerInvitation')
    .select(fragment<number>`count(*)::int4`.as('count'))
    .where('sellerId', '=', sellerId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
  return (await open.executeTakeFirstOrThrow()).count
}

/** How many mails the invitations have sent that were last sent since an instant. */
export const countSentMails = async (sql: Queries, sellerId: string, since: Date): Promise<number> => {
  const sent = sql
    .selectFrom('sellerInvitation')
    .select(fragment<number>`coalesce(sum(sent), 0)::int4`.as('sum'))
    .where('sellerId', '=', sellerId)
    .where('sentAt', '>', since)
  return (await sent.executeTakeFirstOrThrow()).sum
}

/** False: the seller has an invitation of this address that was neither accepted nor revoked. */
export const insertInvitation = async (
  sql: Queries,
  invitation: Insertable<SellerInvitation>,
): Promise<boolean> =>
  changedOne(
    await sql
      .insertInto('sellerInvitation')
      .values(invitation)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  )

export const updateInvitation = async (
  sql: Queries,
  id: string,
  changes: Partial<Pick<InvitationRow, 'tokenHash' | 'sent' | 'sentAt' | 'expiresAt' | 'revokedAt'>>,
): Promise<void> => {
  await sql.updateTable('sellerInvitation').set(changes).where('id', '=', id).execute()
}

/** Deletes the invitations that a person sent or accepted. */
export const deleteInvitations = async (sql: Queries, userId: string): Promise<void> => {
  await sql
    .deleteFrom('sellerInvitation')
    .where((where) => where.or([where('sellerId', '=', userId), where('acceptedBy', '=', userId)]))
    .execute()
}

/** The invitation of a link with its seller, whom the person who opens it does not see otherwise. */
export type OpenedInvitation = {
  readonly id: string
  readonly companyId: string
  readonly sellerId: string
  readonly email: string
  readonly expiresAt: Date
  readonly acceptedAt: Date | null
  readonly revokedAt: Date | null
  readonly sellerRole: number
  readonly sellerActive: boolean
  readonly sellerCompany: string
  readonly sellerName: string
}

export const openInvitation = async (sql: Queries, tokenHash: Buffer): Promise<OpenedInvitation | null> => {
  const opened = fragment<OpenedInvitation>`open_seller_invitation(${tokenHash})`.as('opened')
  return (await sql.selectFrom(opened).selectAll().executeTakeFirst()) ?? null
}

/** False: it is over, or was sent to another address than the confirmed one of the signed-in person. */
export const acceptInvitation = async (sql: Queries, id: string, at: Date): Promise<boolean> => {
  const isDone = fragment<boolean>`accept_seller_invitation(${id}, ${at})`.as('isDone')
  return (await sql.selectNoFrom(isDone).executeTakeFirstOrThrow()).isDone
}
