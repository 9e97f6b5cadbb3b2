import { Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSeller } from '../kernel/area.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useSession } from '../kernel/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

preloadText('clients')

/** A page of sellers; others read how they can bring people too. */
export const SellersOnly = ({ children }: { children: ReactNode }) => {
  const t = useText('clients')
  if (isSeller(useSession().user)) return children
  return (
    <EmptyState
      icon={Ticket}
      title={t('codes.empty.title')}
      action={<ButtonLink to="/referrals">{t('codes.empty.action')}</ButtonLink>}
    >
      {t('codes.empty.body')}
    </EmptyState>
  )
}
