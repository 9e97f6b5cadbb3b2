import type { SessionUser } from '@cardamom/contract/access'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  ChartNoAxesColumn,
  LifeBuoy,
  Share2,
  Users,
  Wallet,
} from 'lucide-react'
import { isOf } from '../kernel/area.ts'
import { hasPage } from '../kernel/router.tsx'
import { activity, cards, home, type CardholderNavItem } from './cardholder-nav.ts'

/** Items of the desktop's side bar; the person's own pages are in the menu at its foot. */
const navItems: readonly CardholderNavItem[] = [
  home,
  cards,
  activity,
  { to: '/wallet', word: 'wallet', icon: Wallet, holds: ['/wallet', '/load'], whose: 'earners' },
  { to: '/wallet', word: 'loads', icon: ArrowDownToLine, holds: ['/wallet', '/load'], whose: 'others' },
  {
    to: '/withdrawals',
    word: 'withdrawals',
    icon: ArrowUpFromLine,
    holds: ['/withdrawals'],
    whose: 'earners',
  },
  {
    to: '/clients',
    word: 'clients',
    icon: Users,
    holds: ['/clients', '/sellers', '/codes'],
    whose: 'sellers',
  },
  { to: '/earnings', word: 'earnings', icon: ChartNoAxesColumn, holds: ['/earnings'], whose: 'earners' },
  { to: '/referrals', word: 'referrals', icon: Share2, holds: ['/referrals'] },
  { to: '/support', word: 'support', icon: LifeBuoy, holds: ['/support'] },
]

/** The items that this person has and whose pages exist. */
export const navItemsOf = (user: SessionUser | null): CardholderNavItem[] =>
  navItems.filter(({ to, whose }) => hasPage(to) && isOf(user, whose))
