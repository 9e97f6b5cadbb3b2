import type { ReactNode } from 'react'
import { isSeller } from '../kernel/area.ts'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useSession } from '../kernel/session.ts'
import { cx } from '../ui/cx.ts'
import { PageHeader } from '../ui/page.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'

const views = [
  ['/wallet', 'overview'],
  ['/wallet/pending', 'pending'],
  ['/wallet/deposits', 'deposits'],
] as const
export type WalletView = (typeof views)[number][1]

/** Events after which the wallet is read again. */
export const walletLive = ['load.', 'card.', 'card_transaction.'] as const

/** The header of the wallet's three pages, and the links between them. */
export const WalletFrame = ({
  view,
  actions,
  children,
}: {
  view: WalletView
  actions?: ReactNode
  children: ReactNode
}) => {
  const t = useText('wallets')
  const name = t(isSeller(useSession().user) ? 'title' : 'loads')
  const title = view === 'overview' ? name : t(`views.${view}`)
  return (
    <Page>
      <PageHeader title={name} tabTitle={title} back="/" isNavItem actions={actions} />
      <nav aria-label={t('views.label')} className="-mx-5 mb-4 overflow-x-auto px-5 md:mx-0 md:px-0">
        <ul className="flex gap-6 border-b border-line">
          {views.map(([to, each]) => (
            <li key={each}>
              <Link
                to={to}
                aria-current={each === view ? 'page' : undefined}
                className={cx(
                  '-mb-px flex h-11 items-center border-b-2 whitespace-nowrap md:h-10 md:text-base',
                  each === view
                    ? 'border-brand font-semibold text-brand-text'
                    : 'border-transparent text-mute hover:text-ink',
                )}
              >
                {t(`views.${each}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Stack>{children}</Stack>
    </Page>
  )
}
