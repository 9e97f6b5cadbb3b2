import { listAdmins } from '@cardamom/contract/access/admins'
import { listUsers } from '@cardamom/contract/access/users'
import { listCompanyCards } from '@cardamom/contract/cards/company-cards'
import { listCompanyLoads } from '@cardamom/contract/loads/company-loads'
import { listCompanies } from '@cardamom/contract/companies/company-record'
import type { ListEndpoint } from '@cardamom/contract/list'
import { listCompanyTransactions } from '@cardamom/contract/transactions/company-transactions'
import { ArrowRight } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useDates } from '../../kernel/dates.tsx'
import { useText, type Text } from '../../kernel/i18n.tsx'
import { countText, moneyText } from '../../kernel/money-text.ts'
import { useCall, useSettled } from '../../kernel/query.ts'
import { useGo } from '../../kernel/router.tsx'
import type { RowOf } from '../../ui/list/use-list-pages.ts'
import { adminPages } from './admin-pages.ts'
import { restMs, type Group } from './lines.ts'
import { matching, type Line } from './match.ts'

/** Shorter texts would find a great part of all records. */
export const leastTyped = 3
const mostRows = 5

type Target = { readonly to: string; readonly search?: Readonly<Record<string, string>> }
type RecordText = { readonly label: string; readonly below: string; readonly target: Target }
type Facts = { readonly t: Text<'transactions'>; readonly date: ReturnType<typeof useDates> }
/** A list that is searched. Its page is in the side bar of those who may read it. */
type Source<L extends ListEndpoint> = {
  readonly page: string
  readonly list: L
  readonly textOf: (row: RowOf<L>, facts: Facts) => RecordText
}

const users: Source<typeof listUsers> = {
  page: '/admin/users',
  list: listUsers,
  textOf: ({ id, name, email }) => ({ label: name, below: email, target: { to: `/admin/users/${id}` } }),
}
const admins: Source<typeof listAdmins> = {
  page: '/admin/admins',
  list: listAdmins,
  textOf: ({ id, name, email }) => ({
    label: name,
    below: email,
    target: { to: '/admin/admins', search: { open: id } },
  }),
}
const companies: Source<typeof listCompanies> = {
  page: '/admin/companies',
  list: listCompanies,
  textOf: ({ id, name, slug }) => ({ label: name, below: slug, target: { to: `/admin/companies/${id}` } }),
}
const loads: Source<typeof listCompanyLoads> = {
  page: '/admin/loads',
  list: listCompanyLoads,
  textOf: ({ id, ref, payer, gross }) => ({
    label: ref,
    below: `${moneyText(gross)} · ${payer.name} · ${payer.email}`,
    target: { to: '/admin/loads', search: { open: id } },
  }),
}

const cards: Source<typeof listCompanyCards> = {
  page: '/admin/cards',
  list: listCompanyCards,
  textOf: ({ id, type, lastDigits, nameOnCard, ref }) => ({
    label: lastDigits === null ? `${type} ${ref}` : `${type} ·· ${lastDigits}`,
    below: nameOnCard,
    target: { to: '/admin/cards', search: { open: id } },
  }),
}
const transactions: Source<typeof listCompanyTransactions> = {
  page: '/admin/transactions',
  list: listCompanyTransactions,
  textOf: ({ id, merchantName, purpose, total, at }, { t, date }) => ({
    label: merchantName ?? t(`purposes.${purpose}`),
    below: `${moneyText(total)} · ${date(at, 'short')}`,
    target: { to: '/admin/transactions', search: { open: id } },
  }),
}

/** As long as the number of a card, with or without spaces. Such a text never leaves the browser. */
const isCardNumber = (typed: string): boolean => /^\d{12,19}$/.test(typed.replace(/[\s-]/g, ''))

type Answer = {
  readonly items: readonly { readonly id: string }[]
  readonly count: number
  readonly countIsCapped: boolean
}

/** A list with what was found in it. Without the permission for its page, `title` is null and nothing is read. */
export type FoundRecords = {
  readonly title: string | null
  readonly group: Group | null
  readonly isReading: boolean
  readonly hasFailed: boolean
}

/**
 * Finds the first records of a list. While the server has not yet answered for the typed text, only those earlier
 * records stay that contain it, so that Enter never opens what was not typed.
 */
const useSource = <L extends ListEndpoint>(
  { page, list, textOf }: Source<L>,
  typed: string,
): FoundRecords => {
  const t = useText('recordSearch')
  const go = useGo()
  const pages = useSyncExternalStore(adminPages.listen, adminPages.read)
  const facts = { t: useText('transactions'), date: useDates() }
  const shown = pages.find(({ to }) => to === page)
  const wanted = typed.trim()
  const q = useSettled(wanted, restMs)
  const isWanted = shown !== undefined && wanted.length >= leastTyped && !isCardNumber(wanted)
  // For a moment the settled text is the one that was typed before.
  const enabled = isWanted && q.length >= leastTyped && !isCardNumber(q)
  const input = { q, limit: mostRows }
  const read = useCall(list as ListEndpoint, { input }, { enabled, showsPrevious: true })
  const isReading = isWanted && (read.isFetching || q !== wanted)
  const nothing = { title: shown?.label ?? null, group: null, isReading, hasFailed: false }
  if (!enabled) return nothing
  if (read.isError || read.data === undefined) return { ...nothing, hasFailed: read.isError && !isReading }
  const { items, count, countIsCapped } = read.data as unknown as Answer
  const lines = items.map((row): Line => {
    const { label, below, target } = textOf(row as unknown as RowOf<L>, facts)
    const { to, search } = target
    return {
      id: `${list.path} ${row.id}`,
      icon: shown.icon,
      label,
      below,
      run: () => go(to, search && { search }),
    }
  })
  const isEarlier = read.isPlaceholderData || q !== wanted
  const all = countText(count, countIsCapped)
  const more: Line = {
    id: `${list.path} all`,
    icon: ArrowRight,
    label: t('all', { count: all }),
    run: () => go(page, { search: { q } }),
  }
  const matched = isEarlier ? matching(lines, typed) : count > lines.length ? [...lines, more] : lines
  const heading = isEarlier ? shown.label : t('heading', { list: shown.label, count: all })
  const group = matched.length === 0 ? null : { id: list.path, heading, items: matched }
  return { ...nothing, group }
}

export const useRecords = (typed: string): FoundRecords[] => [
  useSource(users, typed),
  useSource(admins, typed),
  useSource(companies, typed),
  useSource(loads, typed),
  useSource(cards, typed),
  useSource(transactions, typed),
]
