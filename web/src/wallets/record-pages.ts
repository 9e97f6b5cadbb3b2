import type { SessionUser } from '@cardamom/contract/access'
import { isAdminArea } from '@cardamom/contract/roles'
import type { walletSourceKinds } from '@cardamom/contract/wallets/wallet-lines'
import type { useCan } from '../kernel/permissions.ts'

type Kind = (typeof walletSourceKinds)[number]
type Can = ReturnType<typeof useCan>
type AdminPage = { readonly to: string; readonly tag: Parameters<Can>[0] }

/** Where administrators open what a line comes from, and the tag for it. */
const adminPages: Readonly<Partial<Record<Kind, AdminPage>>> = {
  load: { to: '/admin/loads', tag: 'loads.view' },
  topup: { to: '/admin/wallets/deposits', tag: 'deposits.view' },
  transfer: { to: '/admin/transfers', tag: 'transfers.view' },
  wallet_load: { to: '/admin/transfers', tag: 'transfers.view' },
  adjustment: { to: '/admin/wallets/adjustments', tag: 'wallets.view' },
  settlement: { to: '/admin/settlements', tag: 'settlements.view' },
  withdrawal: { to: '/admin/withdrawals', tag: 'withdrawals.view' },
}

/** Where people open the records of their own wallets. A load of a line is a client's, whose page only the client has. */
const ownPages: Readonly<Partial<Record<Kind, string>>> = {
  transfer: '/wallet/transfers',
  adjustment: '/wallet/adjustments',
  settlement: '/wallet/settlements',
  withdrawal: '/withdrawals',
}

/** The page that opens what a line of a wallet comes from, with `?open=`; null: the reader has none. */
export const recordPageOf = ({
  kind,
  user,
  can,
}: {
  kind: Kind
  user: Pick<SessionUser, 'role_id'> | null
  can: Can
}): string | null => {
  if (user === null || !isAdminArea(user.role_id)) return ownPages[kind] ?? null
  const page = adminPages[kind]
  return page !== undefined && can(page.tag) === true ? page.to : null
}
