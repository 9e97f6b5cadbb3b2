import { useAdminActions } from './admin-actions.ts'
import { useText } from '../../kernel/i18n.tsx'
import { useActions, useNavItems, type SearchResult, type Group } from './lines.ts'
import { matching } from './match.ts'
import { useSettingGroup } from './setting-lines.ts'
import { leastTyped, useRecords, type FoundRecords } from './records.ts'

/** What a search of records has to say, also to screen readers. */
const useStatus = (typed: string, records: readonly FoundRecords[]): string | null => {
  const t = useText('recordSearch')
  const allowed = records.filter(({ title }) => title !== null)
  const length = typed.trim().length
  if (allowed.length === 0 || length === 0) return null
  if (length < leastTyped) return t('least', { count: String(leastTyped) })
  if (records.some(({ isReading }) => isReading)) return t('reading')
  const failed = allowed.filter(({ hasFailed }) => hasFailed)
  if (failed.length === 0) return null
  return t('failed', { lists: failed.map(({ title }) => title).join(', ') })
}

/** Pages and actions that match the typed text, and the records that the server finds. */
export const useRecordLines = (typed: string): SearchResult => {
  const t = useText('palette')
  const own = useText('recordSearch')
  const navItems = matching(useNavItems(), typed)
  const actions = matching([...useAdminActions(), ...useActions()], typed)
  const settings = useSettingGroup(typed)
  const records = useRecords(typed)
  const status = useStatus(typed, records)
  const all: (Group | null)[] = [
    { id: 'pages', heading: t('groups.pages'), items: navItems },
    { id: 'actions', heading: t('groups.actions'), items: actions },
    settings,
    ...records.map(({ group }) => group),
  ]
  const groups = all.filter((group) => group !== null).filter(({ items }) => items.length > 0)
  const isReading = records.some((each) => each.isReading)
  const lines = groups.reduce((sum, { items }) => sum + items.length, 0)
  const hasRecords = records.some(({ title }) => title !== null)
  return {
    groups,
    isReading,
    hint: own(hasRecords ? 'hint' : 'pagesHint'),
    none: own(hasRecords ? 'none' : 'pagesNone'),
    status,
    announced: typed.trim() === '' || isReading || lines === 0 ? null : own('found', { count: lines }),
  }
}
