import { listCompanies } from '@cardamom/contract/companies/company-record'
import { Building2, Plus } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Segmented } from '../ui/choice.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { PageHeader } from '../ui/page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { CompanyStatus } from './company-status.tsx'

type CompanyRow = RowOf<typeof listCompanies>

const rowsFallback = { fallback: <SkeletonRows rows={6} /> }
const CompanyTree = part(() => import('./company-tree.tsx'), 'CompanyTree', rowsFallback)
const CompanyDrawer = part(() => import('./company-drawer.tsx'), 'CompanyDrawer', rowsFallback)

const Name = ({ name, slug }: CompanyRow) => (
  <>
    <span className="block font-medium wrap-anywhere">{name}</span>
    <span className="block text-base text-mute md:text-sm">{slug}</span>
  </>
)

const Tier = ({ tier }: CompanyRow) => useText('companies')('tier', { tier: String(tier) })

/** List or tree, and the button that creates a company. */
const Actions = ({ view }: { view: 'list' | 'tree' }) => {
  const t = useText('companies')
  const can = useCan()
  const go = useGo()
  return (
    <>
      <Segmented
        label={t('view.label')}
        name="companies-view"
        value={view}
        segments={[
          { value: 'list', label: t('view.list') },
          { value: 'tree', label: t('view.tree') },
        ]}
        onChange={(next) => go('/admin/companies', { search: next === 'tree' ? { view: next } : {} })}
      />
      {can('companies.create') && (
        <ButtonLink to="/admin/companies/new" variant="primary" icon={Plus}>
          {t('create.title')}
        </ButtonLink>
      )}
    </>
  )
}

const TreePage = () => {
  const t = useText('companies')
  return (
    <>
      <PageHeader title={t('title')} />
      <div className="flex flex-wrap items-center justify-between gap-2 pb-4">
        <Actions view="tree" />
      </div>
      <CompanyTree />
    </>
  )
}

/** Companies of the admin's scope, as a list or a tree: `/admin/companies`. */
export const CompaniesPage = () => {
  const [{ view }] = useQueryParams()
  if (view === 'tree') return <TreePage />
  return (
    <ListPage
      list={listCompanies}
      texts="companies"
      columns={[
        { name: 'name', onPhone: 'title', cell: (row) => <Name {...row} /> },
        { name: 'status', onPhone: 'end', cell: (row) => <CompanyStatus {...row} variant="plain" /> },
        { name: 'tier', onPhone: 'detail', cell: (row) => <Tier {...row} /> },
        { name: 'parentName', onPhone: 'detail' },
        { name: 'belowCount' },
        { name: 'createdAt' },
      ]}
      above={
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Actions view="list" />
        </div>
      }
      drawer={CompanyDrawer}
      icon={Building2}
      live={['company.']}
    />
  )
}
