import { Settings } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useGo } from '../../kernel/router.tsx'
import { useSettingLines } from '../../settings/setting-lines.ts'
import { adminPages } from './admin-pages.ts'
import type { Group } from './lines.ts'
import { matching } from './match.ts'

const mostLines = 6

/** Settings that match the typed text, on pages that the reader's side bar has. */
export const useSettingGroup = (typed: string): Group | null => {
  const t = useText('adminShell')
  const go = useGo()
  const lines = useSettingLines()
  const pages = useSyncExternalStore(adminPages.listen, adminPages.read)
  if (typed.trim() === '') return null
  const allowed = lines.filter(({ page }) => pages.some(({ to }) => to === page))
  const items = matching(allowed, typed)
    .slice(0, mostLines)
    .map(({ page, search, ...line }) => ({ ...line, icon: Settings, run: () => go(page, { search }) }))
  return items.length === 0 ? null : { id: 'settings', heading: t('groups.settings'), items }
}
