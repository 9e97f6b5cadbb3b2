import { Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSeller } from '../kernel/area.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useSession } from '../kernel/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

preloadText('clients')

/** A page of sellers; others read how they can bring people too. */
export const SellersOnly = ({
  children,
  titleAs = 'p',
}: {
  children: ReactNode
  /** `h1` where the page has no header of its own. */
  titleAs?: 'p' | 'h1'
}) => {
  const t = useText('clients')
  if (isSeller(useSession().user)) return children
  return (
    <EmptyState
      icon={Ticket}
      titleAs={titleAs}
      title={t('codes.empty.title')}
      action={<ButtonLink to="/referrals">{t('codes.empty.action')}</ButtonLink>}
    >
      {t('codes.empty.body')}
    </EmptyState>
  )
}
