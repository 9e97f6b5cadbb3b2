import type { SessionUser } from '@cardamom/contract/access'
import { ArrowUpFromLine, ChartNoAxesColumn, LifeBuoy, Share2, Users, Wallet } from 'lucide-react'
import { hasPage } from '../kernel/router.tsx'
import { activity, cards, home, type CardholderPlace } from './cardholder-nav.ts'

/** The desktop's places; the person's own things are in the menu at the foot. */
const places: readonly CardholderPlace[] = [
  home,
  cards,
  activity,
  { to: '/wallet', word: 'wallet', icon: Wallet, holds: ['/wallet'] },
  { to: '/withdrawals', word: 'withdrawals', icon: ArrowUpFromLine, holds: ['/withdrawals'] },
  { to: '/clients', word: 'clients', icon: Users, holds: ['/clients', '/sellers', '/codes'], roles: [7, 8] },
  { to: '/earnings', word: 'earnings', icon: ChartNoAxesColumn, holds: ['/earnings'], roles: [7, 8] },
  { to: '/referrals', word: 'referrals', icon: Share2, holds: ['/referrals'] },
  { to: '/support', word: 'support', icon: LifeBuoy, holds: ['/support'] },
]

/** The places that exist and that this person has. */
export const placesOf = (user: SessionUser | null): CardholderPlace[] =>
  places.filter(({ to, roles }) => hasPage(to) && (roles === undefined || roles.includes(user?.role_id ?? 0)))
