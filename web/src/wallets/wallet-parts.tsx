import { readWallet } from '@cardamom/contract/wallets'
import type { ReactNode } from 'react'
import { earnsShares } from '../kernel/area.ts'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { useSession } from '../kernel/session.ts'
import { PageHeader } from '../ui/page.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { balanceLive } from '../ui/wallets/balance-live.ts'
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
export const walletLive = [...balanceLive, 'card.', 'card_transaction.'] as const

/**
 * The links between the pages. A person may get a wallet by their first share while they are here. The overview reads it
 * anyway, the others show what was read; the links are the last, so none of the others changes its position.
 */
const useShownViews = (view: WalletView) => {
  const earns = earnsShares(useSession().user)
  const isRead = view === 'overview' || view === 'lines'
  const wallet = useCall(readWallet, {}, { live: walletLive, enabled: isRead && !earns })
  if (earns) return views
  const earnings = wallet.data?.earnings ?? null
  return [
    ...views.filter(([, each]) => !ofEarners.has(each)),
    ...views.filter(([, each]) => ofEarners.has(each) && (earnings !== null || view === each)),
  ]
}

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
  const shown = useShownViews(view)
  const name = t(earnsShares(useSession().user) ? 'title' : 'loads')
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
