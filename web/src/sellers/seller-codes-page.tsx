import { listSellerCodes, sellerCodeStates } from '@cardamom/contract/sellers/seller-codes'
import { Plus, Ticket } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Segmented } from '../ui/choice.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { PageHeader } from '../ui/page.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { CodeFilters } from './code-filters.tsx'
import { codeTones } from './code-tones.ts'

const fallback = { fallback: <SkeletonRows rows={6} /> }
const Drawer = part(() => import('./seller-code-drawer.tsx'), 'SellerCodeDrawer', fallback)
const ManagedInvitations = part(() => import('./managed-invitations.tsx'), 'ManagedInvitations', fallback)
const SellerTree = part(() => import('./seller-tree.tsx'), 'SellerTree', fallback)

const New = () => {
  const t = useText('sellerCodes')
  const can = useCan()
  if (!can('sellers.codes.manage')) return null
  return (
    <ButtonLink to="/admin/seller-codes/new" variant="primary" icon={Plus}>
      {t('create.button')}
    </ButtonLink>
  )
}

const Views = ({ view }: { view: 'list' | 'tree' | 'invitations' }) => {
  const t = useText('sellerCodes')
  const go = useGo()
  const [{ companyId }] = useQueryParams()
  const company = companyId === undefined ? {} : { companyId }
  return (
    <div className="flex">
      <Segmented
        label={t('view.label')}
        name="codes-view"
        value={view}
        segments={[
          { value: 'list', label: t('view.list') },
          { value: 'tree', label: t('view.tree') },
          { value: 'invitations', label: t('view.invitations') },
        ]}
        onChange={(next) =>
          go('/admin/seller-codes', { search: next === 'list' ? company : { ...company, view: next } })
        }
      />
    </div>
  )
}

const TreePage = () => {
  const t = useText('sellerCodes')
  const [{ companyId, of, q = '' }] = useQueryParams()
  return (
    <>
      <PageHeader title={t('title')} actions={<New />} />
      <div className="pb-4">
        <Views view="tree" />
      </div>
      <SellerTree companyId={companyId} kind={of === 'referrers' ? of : 'sellers'} search={q} />
    </>
  )
}

const InvitationsPage = () => {
  const t = useText('sellerCodes')
  return (
    <>
      <PageHeader title={t('title')} actions={<New />} />
      <div className="pb-4">
        <Views view="invitations" />
      </div>
      <ManagedInvitations />
    </>
  )
}

const Uses = ({ uses, maxUses }: RowOf<typeof listSellerCodes>) => {
  const t = useText('sellerCodes')
  return (
    <span className="num">
      {maxUses === null ? String(uses) : t('usesOf', { uses: String(uses), most: String(maxUses) })}
    </span>
  )
}

const Owner = ({ ownerName }: RowOf<typeof listSellerCodes>) => {
  const t = useText('sellerCodes')
  return ownerName ?? <span className="text-mute">{t('nobody')}</span>
}

/** Seller codes of the companies that the admin may see, as a list or as the tree of sellers: `/admin/seller-codes`. */
export const SellerCodesPage = () => {
  const t = useText('sellerCodes')
  const [{ view }] = useQueryParams()
  if (view === 'tree') return <TreePage />
  if (view === 'invitations') return <InvitationsPage />
  return (
    <ListPage
      list={listSellerCodes}
      texts="sellerCodes"
      columns={[
        { name: 'code', onPhone: 'title' },
        { name: 'owner', onPhone: 'detail', cell: (row) => <Owner {...row} />, file: ['ownerName'] },
        { name: 'companyName', onPhone: 'detail' },
        { name: 'state', onPhone: 'end', tones: codeTones },
        { name: 'uses', align: 'end', cell: (row) => <Uses {...row} />, file: ['uses', 'maxUses'] },
        { name: 'validTo' },
        { name: 'createdAt' },
      ]}
      details={[{ name: 'validFrom' }]}
      tabs={sellerCodeStates.map((tab) => ({ tab, name: t(`values.state.${tab}`) }))}
      above={
        <>
          <Views view="list" />
          <CodeFilters />
        </>
      }
      primary={<New />}
      drawer={Drawer}
      icon={Ticket}
      live={['seller_code.']}
    />
  )
}
