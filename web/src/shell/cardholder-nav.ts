import {
  ArrowUpFromLine,
  ChartNoAxesColumn,
  CreditCard,
  House,
  LifeBuoy,
  ReceiptText,
  Share2,
  UserRound,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react'

export type CardholderPlace = {
  readonly to: string
  readonly word:
    | 'home'
    | 'cards'
    | 'activity'
    | 'profile'
    | 'wallet'
    | 'withdrawals'
    | 'referrals'
    | 'support'
    | 'clients'
    | 'earnings'
  readonly icon: LucideIcon
  /** Beginnings of the paths that belong to this place. */
  readonly holds: readonly string[]
  readonly roles?: readonly number[]
}

const home: CardholderPlace = { to: '/', word: 'home', icon: House, holds: ['/load'] }
const cards: CardholderPlace = { to: '/cards', word: 'cards', icon: CreditCard, holds: ['/cards'] }
const activity: CardholderPlace = {
  to: '/transactions',
  word: 'activity',
  icon: ReceiptText,
  holds: ['/transactions'],
}

/** The phone's four tabs; the raised Load stands in their middle. Every path belongs to one of them. */
export const tabs: readonly CardholderPlace[] = [
  { ...home, holds: ['/load', '/wallet', '/withdrawals', '/referrals', '/notifications'] },
  cards,
  activity,
  {
    to: '/profile',
    word: 'profile',
    icon: UserRound,
    holds: [
      '/profile',
      '/kyc',
      '/security',
      '/settings',
      '/support',
      '/clients',
      '/sellers',
      '/codes',
      '/earnings',
    ],
  },
]

/** The desktop's side: the person's own things are in the menu at its foot. */
export const sidePlaces: readonly CardholderPlace[] = [
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

export const isHere = ({ place, path }: { place: CardholderPlace; path: string }): boolean =>
  path === place.to || place.holds.some((start) => path === start || path.startsWith(`${start}/`))
