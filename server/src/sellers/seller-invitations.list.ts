import { listSellerInvitations } from '@cardamom/contract/sellers/seller-invitations'
import type { Clock } from '../kernel/clock.ts'
import { list } from '../kernel/list.ts'
import { invitationRows, invitationViews } from './seller-invitations.sql.ts'

/** Invitations of the companies that the reader may see; the policies leave a seller their own. */
export const createSellerInvitationsList = ({ clock }: { readonly clock: Clock }) =>
  list(listSellerInvitations, {
    table: 'sellerInvitation',
    from: invitationRows,
    scope: 'companies',
    items: (rows, { sql }) => invitationViews(sql, rows, clock.realNow()),
  })
