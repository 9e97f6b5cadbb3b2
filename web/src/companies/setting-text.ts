import { useText } from '../kernel/i18n.tsx'
import type { CompanyRecord } from './use-company.tsx'

type Settings = CompanyRecord['settings']
type Setting = Pick<Settings[keyof Settings], 'origin' | 'inheritedOrigin' | 'from'>

/** "From Norte", for a value that is not the company's own; null for its own. */
export const useInherited = () => {
  const t = useText('companies')
  return ({ origin, from }: Setting): string | null => {
    if (origin === 'own') return null
    if (origin === 'platform') return t('origin.platform')
    return from === null ? t('origin.above') : t('origin.from', { company: from })
  }
}

/** The option that inherits, with the value that it would have: "From Norte: Lima". */
export const useInheritedValue = () => {
  const t = useText('companies')
  return ({ inheritedOrigin, from }: Setting, value: string): string => {
    if (inheritedOrigin === 'platform') return t('inherited.platform', { value })
    return from === null
      ? t('inherited.aboveUnnamed', { value })
      : t('inherited.above', { company: from, value })
  }
}
