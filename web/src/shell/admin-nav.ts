import type { PermissionTag } from '@cardamom/contract/roles'
import {
  ArrowLeftRight,
  Banknote,
  BookOpen,
  Building2,
  ChartColumn,
  CircleGauge,
  CreditCard,
  FileText,
  Gauge,
  HandCoins,
  Handshake,
  House,
  Inbox,
  KeyRound,
  Landmark,
  Layers,
  LifeBuoy,
  Mail,
  MailQuestion,
  Megaphone,
  Network,
  NotebookPen,
  PackageOpen,
  Percent,
  Plug,
  Receipt,
  Scale,
  ScanFace,
  ScrollText,
  Settings,
  Share2,
  Shapes,
  ShieldQuestion,
  Ticket,
  TrendingUp,
  UserCog,
  Users,
  Vault,
  Wallet,
  Webhook,
  Workflow,
  type LucideIcon,
} from 'lucide-react'
import type { Catalogue } from '@cardamom/contract/messages/catalogues'
import { isWithin } from './frame-parts.tsx'
import { useCan } from '../kernel/permissions.ts'
import { hasPage } from '../kernel/router.tsx'

/** The items that exist and that this person may see; empty groups are left out. */
export const useAdminGroups = (): AdminGroup[] => {
  const can = useCan()
  return adminGroups
    .map(({ word, navItems }) => ({
      word,
      navItems: navItems.filter(({ to, tag }) => hasPage(to) && (tag === undefined || can(tag) === true)),
    }))
    .filter(({ navItems }) => navItems.length > 0)
}

export type AdminNavItem = {
  readonly to: string
  readonly word: keyof Catalogue['adminShell']['pages']
  readonly icon: LucideIcon
  readonly tag?: PermissionTag
}
export type AdminGroup = {
  readonly word: keyof Catalogue['adminShell']['groups']
  readonly navItems: readonly AdminNavItem[]
}

/** The admin side bar (ux §1). An item is shown when its path is in admin-routes.tsx and the person has its tag. */
export const adminGroups: readonly AdminGroup[] = [
  {
    word: 'work',
    navItems: [
      { to: '/admin', word: 'home', icon: House },
      { to: '/admin/inbox', word: 'inbox', icon: Inbox },
      { to: '/admin/kyc', word: 'kyc', icon: ScanFace, tag: 'kyc.view' },
      { to: '/admin/withdrawals', word: 'withdrawals', icon: Banknote, tag: 'withdrawals.view' },
    ],
  },
  {
    word: 'people',
    navItems: [
      { to: '/admin/users', word: 'users', icon: Users, tag: 'users.view' },
      { to: '/admin/admins', word: 'admins', icon: UserCog, tag: 'admins.view' },
      { to: '/admin/companies', word: 'companies', icon: Building2, tag: 'companies.view' },
      { to: '/admin/tiers', word: 'tiers', icon: Network, tag: 'companies.view' },
    ],
  },
  {
    word: 'cards',
    navItems: [
      { to: '/admin/cards', word: 'cards', icon: CreditCard, tag: 'cards.view' },
      { to: '/admin/cards/stock', word: 'stock', icon: PackageOpen, tag: 'cards.associate' },
      { to: '/admin/card-types', word: 'types', icon: Shapes, tag: 'card_types.view' },
      { to: '/admin/plans', word: 'plans', icon: Layers, tag: 'card_types.view' },
    ],
  },
  {
    word: 'money',
    navItems: [
      { to: '/admin/wallets', word: 'wallets', icon: Wallet, tag: 'wallets.view' },
      { to: '/admin/wallets/deposits', word: 'deposits', icon: HandCoins, tag: 'deposits.view' },
      { to: '/admin/transfers', word: 'transfers', icon: ArrowLeftRight, tag: 'transfers.view' },
      { to: '/admin/settlements', word: 'settlements', icon: Handshake, tag: 'settlements.view' },
      { to: '/admin/loads', word: 'loads', icon: TrendingUp, tag: 'loads.view' },
      { to: '/admin/treasury', word: 'treasury', icon: Landmark, tag: 'treasury.view' },
      { to: '/admin/ledger', word: 'ledger', icon: BookOpen, tag: 'ledger.view' },
      { to: '/admin/reports', word: 'reports', icon: ChartColumn, tag: 'reports.view' },
      { to: '/admin/fees', word: 'fees', icon: Percent, tag: 'fees.view' },
      { to: '/admin/limits', word: 'limits', icon: Gauge, tag: 'limits.manage' },
      { to: '/admin/limits/payin', word: 'payinLimits', icon: CircleGauge, tag: 'payin_limits.manage' },
      { to: '/admin/master-balance', word: 'masterBalance', icon: Vault, tag: 'issuer.master_balance.view' },
    ],
  },
  {
    word: 'growth',
    navItems: [
      { to: '/admin/seller-codes', word: 'sellerCodes', icon: Ticket, tag: 'sellers.view' },
      { to: '/admin/referrals', word: 'referrals', icon: Share2, tag: 'referrals.view' },
    ],
  },
  {
    word: 'operations',
    navItems: [
      { to: '/admin/transactions', word: 'transactions', icon: Receipt, tag: 'transactions.view' },
      { to: '/admin/disputes', word: 'disputes', icon: ShieldQuestion, tag: 'disputes.manage' },
      { to: '/admin/support', word: 'support', icon: LifeBuoy, tag: 'support.reply' },
      { to: '/admin/reconcile', word: 'reconcile', icon: Scale, tag: 'reconcile.view' },
      { to: '/admin/processes', word: 'processes', icon: Workflow, tag: 'processes.view' },
      { to: '/admin/webhooks', word: 'webhooks', icon: Webhook, tag: 'webhooks.view' },
      {
        to: '/admin/email-changes',
        word: 'emailChanges',
        icon: MailQuestion,
        tag: 'users.email_change.view',
      },
      { to: '/admin/notes', word: 'notes', icon: NotebookPen, tag: 'notes.view' },
      { to: '/admin/audit', word: 'audit', icon: ScrollText, tag: 'audit.view' },
    ],
  },
  {
    word: 'settings',
    navItems: [
      { to: '/admin/settings/general', word: 'general', icon: Settings, tag: 'settings.view' },
      { to: '/admin/settings/gateway', word: 'gateway', icon: Plug, tag: 'settings.view' },
      {
        to: '/admin/settings/tier-restrictions',
        word: 'tierRestrictions',
        icon: Layers,
        tag: 'settings.view',
      },
      { to: '/admin/settings/email', word: 'email', icon: Mail, tag: 'settings.view' },
      { to: '/admin/settings/authentication', word: 'authentication', icon: KeyRound, tag: 'settings.view' },
      { to: '/admin/settings/incidents', word: 'incidents', icon: Megaphone, tag: 'settings.view' },
      { to: '/admin/settings/terms', word: 'terms', icon: FileText, tag: 'terms.manage' },
    ],
  },
]

/** The item that a path belongs to; of several, the one with the longest path. */
export const navItemOf = (path: string): { group: AdminGroup; navItem: AdminNavItem } | null => {
  const found = adminGroups
    .flatMap((group) => group.navItems.map((navItem) => ({ group, navItem })))
    .filter(({ navItem: { to } }) => (to === '/admin' ? path === to : isWithin(path, to)))
  return found.toSorted((a, b) => b.navItem.to.length - a.navItem.to.length)[0] ?? null
}
