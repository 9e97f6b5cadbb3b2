import { listCards } from '@cardamom/contract/cards'
import { listTransactions } from '@cardamom/contract/transactions'
import {
  Bell,
  CreditCard,
  Languages,
  Lock,
  LogOut,
  Monitor,
  Moon,
  Percent,
  Plus,
  Sun,
  type LucideIcon,
} from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { rowDisc, rowTitle } from '../../transactions/row-text.ts'
import { areaOf } from '../../kernel/area.ts'
import { capital } from '../../kernel/date-text.ts'
import { useDates } from '../../kernel/dates.tsx'
import { switchLocale, useLocale, useText } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { useCall, useSettled } from '../../kernel/query.ts'
import { hasPage, useGo } from '../../kernel/router.tsx'
import { logOut, useSession } from '../../kernel/session.ts'
import { setScheme, type Scheme } from '../../kernel/theme.ts'
import { leaveUnsaved } from '../../kernel/unsaved.ts'
import { ownNavItems } from '../account-menu.tsx'
import { navItemsOf } from '../cardholder-nav-items.ts'
import { useCardActions } from './card-actions.ts'
import { matching, type Line } from './match.ts'
import { adminPages } from './admin-pages.ts'

export type Group = {
  readonly id: string
  readonly heading: string
  readonly items: readonly Line[]
}

/** What the palette shows for the typed text. */
export type SearchResult = {
  readonly groups: readonly Group[]
  readonly isReading: boolean
  /** Placeholder of the field. */
  readonly hint: string
  /** Shown when nothing is found. */
  readonly none: string
  /** What a search on the server has to say; null: nothing. */
  readonly status: string | null
  /** Said to screen readers only: how much was found. */
  readonly announced?: string | null
}

/** Pages of a cardholder that are not in the side bar. */
const more = [
  { to: '/notifications', word: 'notifications', icon: Bell },
  { to: '/fees', word: 'fees', icon: Percent },
] as const

export const useNavItems = (): Line[] => {
  const t = useText('shell')
  const p = useText('palette')
  const go = useGo()
  const { user } = useSession()
  const pages = useSyncExternalStore(adminPages.listen, adminPages.read)
  const isAdmin = areaOf(user) === 'admin'
  const lineOf = (to: string, icon: LucideIcon, label: string, keywords = ''): Line => ({
    id: to,
    icon,
    label,
    keywords,
    run: () => go(to),
  })
  const keywordsOf = (word: string) =>
    p.has(`keywords.${word}` as 'keywords.home') ? p(`keywords.${word}` as 'keywords.home') : ''
  const own = ownNavItems(isAdmin).map(({ to, word, icon }) =>
    lineOf(to, icon, t(`nav.${word}`), keywordsOf(word)),
  )
  if (isAdmin) {
    return [...pages.map(({ to, icon, label, group }) => lineOf(to, icon, label, group)), ...own]
  }
  const navItems = [...navItemsOf(user), ...more.filter(({ to }) => hasPage(to))]
  return [
    ...navItems.map(({ to, word, icon }) => lineOf(to, icon, t(`nav.${word}`), keywordsOf(word))),
    ...own,
  ]
}

export const useActions = (): Line[] => {
  const t = useText('palette')
  const go = useGo()
  const locale = useLocale()
  const { user } = useSession()
  const schemeLine = (scheme: Scheme, icon: LucideIcon): Line => ({
    id: scheme,
    icon,
    label: t(`actions.${scheme}`),
    keywords: t('actions.appearanceKeywords'),
    run: () => setScheme(scheme),
  })
  const load: Line = {
    id: 'load',
    icon: Plus,
    label: t('actions.load'),
    keywords: t('actions.loadKeywords'),
    run: () => go('/load'),
  }
  return [
    ...(areaOf(user) === 'cardholder' ? [load] : []),
    {
      id: 'lock',
      icon: Lock,
      label: t('actions.lock'),
      keywords: t('actions.lockKeywords'),
      run: () => go('/lock'),
    },
    schemeLine('light', Sun),
    schemeLine('dark', Moon),
    schemeLine('system', Monitor),
    {
      id: 'language',
      icon: Languages,
      label: t('actions.language'),
      keywords: t('actions.languageKeywords'),
      run: () => void switchLocale(locale === 'en' ? 'es' : 'en'),
    },
    {
      id: 'log-out',
      icon: LogOut,
      label: t('actions.logOut'),
      keywords: t('actions.logOutKeywords'),
      run: () => leaveUnsaved(() => void logOut()),
    },
  ]
}

const mostCards = 50
const useCards = (): { cards: Line[]; cardActions: Line[] } => {
  const t = useText('palette')
  const go = useGo()
  const { user } = useSession()
  const enabled = areaOf(user) === 'cardholder'
  const { data } = useCall(listCards, { input: { limit: mostCards } }, { enabled, live: ['card.'] })
  const items = data?.items ?? []
  const cardActions = useCardActions(items)
  const cards = items.map((card) => ({
    id: card.id,
    icon: CreditCard,
    label: t('card', {
      kind: card.form,
      digits: card.lastDigits === null ? '' : `•• ${card.lastDigits}`,
    }).trim(),
    below: moneyText(card.available),
    keywords: `${card.ref} ${card.nameOnCard} ${t('keywords.cards')}`,
    run: () => go(`/cards/${card.id}`),
  }))
  return { cards, cardActions }
}

/** So long the typed text has to rest before the server is called. */
export const restMs = 200

const leastTyped = 2
const mostPayments = 6
const usePayments = (typed: string): { lines: Line[]; isReading: boolean; hasFailed: boolean } => {
  const t = useText('transactions')
  const go = useGo()
  const date = useDates()
  const { user } = useSession()
  const q = useSettled(typed.trim(), restMs)
  const enabled = areaOf(user) === 'cardholder' && q.length >= leastTyped
  const input = { q: q.slice(0, 100), limit: mostPayments }
  const { data, isFetching, isError } = useCall(listTransactions, { input }, { enabled, showsPrevious: true })
  const isReading = enabled && (isFetching || q !== typed.trim())
  const items = enabled ? (data?.items ?? []) : []
  const lines = items.map((row) => ({
    id: row.id,
    icon: rowDisc(row).icon,
    label: rowTitle(t, row),
    below: `${moneyText(row.amount)} · ${capital(date(row.at, 'near'))}`,
    run: () => go(`/transactions/${row.id}`),
  }))
  return { lines, isReading, hasFailed: enabled && isError }
}

/**
 * All lines that match the typed text, in groups. The server finds payments; the other lines are known here.
 */
export const useLines = (typed: string): SearchResult => {
  const t = useText('palette')
  const navItems = matching(useNavItems(), typed)
  const ownCards = useCards()
  const cards = matching(ownCards.cards, typed)
  const actions = matching([...ownCards.cardActions, ...useActions()], typed)
  const { lines, isReading, hasFailed } = usePayments(typed)
  const all: Group[] = [
    { id: 'cards', heading: t('groups.cards'), items: cards },
    { id: 'pages', heading: t('groups.pages'), items: navItems },
    { id: 'actions', heading: t('groups.actions'), items: actions },
    { id: 'payments', heading: t('groups.payments'), items: lines },
  ]
  return {
    groups: all.filter(({ items }) => items.length > 0),
    isReading,
    hint: t('hint'),
    none: t('none'),
    status: isReading ? t('reading') : hasFailed ? t('failed') : null,
  }
}
