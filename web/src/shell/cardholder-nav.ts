import { CreditCard, House, ReceiptText, UserRound, type LucideIcon } from 'lucide-react'
import { isWithin } from './frame-parts.tsx'

export type CardholderNavItem = {
  readonly to: string
  readonly word:
    | 'home'
    | 'cards'
    | 'activity'
    | 'profile'
    | 'wallet'
    | 'loads'
    | 'withdrawals'
    | 'referrals'
    | 'support'
    | 'clients'
    | 'earnings'
  readonly icon: LucideIcon
  /** Paths that belong to this item, with all paths below them. */
  readonly holds: readonly string[]
  /** Who has the item: only who earns shares has a wallet, all others have loads. Absent: everybody. */
  readonly whose?: 'sellers' | 'earners' | 'others'
}

export const home: CardholderNavItem = { to: '/', word: 'home', icon: House, holds: [] }
export const cards: CardholderNavItem = { to: '/cards', word: 'cards', icon: CreditCard, holds: ['/cards'] }
export const activity: CardholderNavItem = {
  to: '/transactions',
  word: 'activity',
  icon: ReceiptText,
  holds: ['/transactions'],
}

/** The phone's four tabs; the raised Load button is in their middle. Every path belongs to one of them. */
export const tabs: readonly CardholderNavItem[] = [
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

export const isHere = ({ navItem, path }: { navItem: CardholderNavItem; path: string }): boolean =>
  path === navItem.to || navItem.holds.some((start) => isWithin(path, start))
