import type { PermissionTag } from '@cardamom/contract/roles'
import { CreditCard, Layers, Building2, Megaphone, ScrollText, UserPlus, type LucideIcon } from 'lucide-react'
import { useText } from '../../kernel/i18n.tsx'
import { useCan } from '../../kernel/permissions.ts'
import { hasPage, useGo } from '../../kernel/router.tsx'
import type { Line } from './match.ts'

type ActionName = 'company' | 'admin' | 'banner' | 'cardType' | 'plan' | 'terms'

/** What an administrator can start from the palette: the page of each, its tag, and what opens there. */
const starts: readonly {
  readonly name: ActionName
  readonly to: string
  readonly tag: PermissionTag
  readonly icon: LucideIcon
}[] = [
  { name: 'company', to: '/admin/companies/new', tag: 'companies.create', icon: Building2 },
  { name: 'admin', to: '/admin/admins/new', tag: 'admins.create', icon: UserPlus },
  { name: 'banner', to: '/admin/settings/incidents', tag: 'settings.general', icon: Megaphone },
  { name: 'cardType', to: '/admin/card-types/new', tag: 'card_types.manage', icon: CreditCard },
  { name: 'plan', to: '/admin/plans/new', tag: 'plans.manage', icon: Layers },
  { name: 'terms', to: '/admin/settings/terms/new', tag: 'terms.manage', icon: ScrollText },
]

export const useAdminActions = (): Line[] => {
  const t = useText('recordSearch')
  const can = useCan()
  const go = useGo()
  return starts
    .filter(({ to, tag }) => hasPage(to) && can(tag) === true)
    .map(({ name, to, icon }) => ({
      id: `start ${name}`,
      icon,
      label: t(`actions.${name}`),
      keywords: t(`keywords.${name}`),
      run: () => go(to),
    }))
}
