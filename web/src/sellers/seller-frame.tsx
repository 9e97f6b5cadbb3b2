import type { ReactNode } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { ViewLinks } from '../ui/view-links.tsx'
import { SellersOnly } from './sellers-only.tsx'

preloadText('clients')

const views = [
  ['/clients', 'clients'],
  ['/sellers', 'sellers'],
  ['/codes', 'codes'],
] as const
export type SellerView = (typeof views)[number][1]

/** The header of a seller's pages, and the links between them. Only a seller one has sellers two. */
export const SellerFrame = ({
  view,
  actions,
  children,
}: {
  view: SellerView
  actions?: ReactNode
  children: ReactNode
}) => {
  const t = useText('clients')
  const can = useCan()
  const shown = views.filter(([, each]) => each !== 'sellers' || view === each || can('sellers.view'))
  return (
    <Page>
      <PageHeader title={t('title')} tabTitle={t(`views.${view}`)} back="/" isNavItem actions={actions} />
      <ViewLinks
        label={t('views.label')}
        views={shown.map(([to, each]) => ({ to, name: t(`views.${each}`), isCurrent: each === view }))}
      />
      <SellersOnly>
        <Stack>{children}</Stack>
      </SellersOnly>
    </Page>
  )
}
