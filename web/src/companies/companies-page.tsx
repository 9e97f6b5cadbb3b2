import { listCompanies } from '@cardamom/contract/companies/company-record'
import { Building2, Plus } from 'lucide-react'
import { cappedCountText } from '../kernel/capped-count.ts'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { Segmented } from '../ui/choice.tsx'
import { cx } from '../ui/cx.ts'
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

const Count = ({ count }: { count: number }) => (
  <span className={cx('num', count === 0 && 'text-mute')}>{cappedCountText(count)}</span>
)

const CountLink = ({ count, to }: { count: number; to: string }) =>
  count === 0 ? (
    <Count count={count} />
  ) : (
    <TextLink to={to}>
      <Count count={count} />
    </TextLink>
  )

const People = ({ id, people }: CompanyRow) => {
  const can = useCan()
  return can('users.view') ? (
    <CountLink count={people} to={`/admin/users?companyId=${id}&isTest=false`} />
  ) : (
    <Count count={people} />
  )
}

const Below = ({ id, belowCount }: CompanyRow) => (
  <CountLink count={belowCount} to={`/admin/companies?parentId=${id}`} />
)

/** List or tree. */
const Views = ({ view }: { view: 'list' | 'tree' }) => {
  const t = useText('companies')
  const go = useGo()
  return (
    <div className="flex">
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
    </div>
  )
}

const NewCompany = () => {
  const t = useText('companies')
  const can = useCan()
  if (!can('companies.create')) return null
  return (
    <ButtonLink to="/admin/companies/new" variant="primary" icon={Plus}>
      {t('create.title')}
    </ButtonLink>
  )
}

const TreePage = () => {
  const t = useText('companies')
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <div className="max-md:hidden">
            <NewCompany />
          </div>
        }
      />
      <div className="flex flex-col gap-4 pb-4">
        <div className="flex justify-end empty:hidden md:hidden">
          <NewCompany />
        </div>
        <Views view="tree" />
      </div>
      <CompanyTree />
    </>
  )
}

/** Companies of the admin's scope, as a list or a tree: `/admin/companies`. */
export const CompaniesPage = () => {
  const [{ view }] = useQueryParams()
  const t = useText('companies')
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
        { name: 'people', align: 'end', cell: (row) => <People {...row} /> },
        { name: 'activeCards', align: 'end', cell: ({ activeCards }) => <Count count={activeCards} /> },
        { name: 'belowCount', align: 'end', cell: (row) => <Below {...row} /> },
        { name: 'createdAt' },
      ]}
      tabs={[
        { tab: 'open', name: t('values.active.true') },
        { tab: 'closed', name: t('values.active.false') },
      ]}
      primary={<NewCompany />}
      above={<Views view="list" />}
      drawer={CompanyDrawer}
      icon={Building2}
      live={['company.']}
    />
  )
}
