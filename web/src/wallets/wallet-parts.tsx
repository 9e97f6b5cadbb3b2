import type { ReactNode } from 'react'
import { isSeller } from '../kernel/area.ts'
import { useText } from '../kernel/i18n.tsx'
import { useSession } from '../kernel/session.ts'
import { PageHeader } from '../ui/page.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { ViewLinks } from '../ui/view-links.tsx'

const views = [
  ['/wallet', 'overview'],
  ['/wallet/lines', 'lines'],
  ['/wallet/pending', 'pending'],
  ['/wallet/deposits', 'deposits'],
  ['/wallet/settlements', 'settlements'],
] as const
/** Pages of who earns shares. */
const ofEarners: ReadonlySet<string> = new Set(['lines', 'settlements'])
export type WalletView = (typeof views)[number][1]

/** Events after which the wallet is read again. */
export const walletLive = ['load.', 'card.', 'card_transaction.', 'settlement.'] as const

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
  const hasWallet = isSeller(useSession().user)
  const name = t(hasWallet ? 'title' : 'loads')
  // A person without a wallet has no lines; who earns by referrals opens them from the overview.
  const shown = views.filter(([, each]) => !ofEarners.has(each) || hasWallet || view === each)
  const title = view === 'overview' ? name : t(`views.${view}`)
  return (
    <Page>
      <PageHeader title={name} tabTitle={title} back="/" isNavItem actions={actions} />
      <ViewLinks
        label={t('views.label')}
        views={shown.map(([to, each]) => ({ to, name: t(`views.${each}`), isCurrent: each === view }))}
      />
      <Stack>{children}</Stack>
    </Page>
  )
}
