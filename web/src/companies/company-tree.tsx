import { listCompanies } from '@cardamom/contract/companies/company-record'
import { Building2 } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useGo } from '../kernel/router.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Tag } from '../ui/status.tsx'
import { RecordTree, treeRowsAtOnce } from '../ui/tree/record-tree.tsx'
import { CompanyStatus } from './company-status.tsx'

const useLevel = (parentId: string | null) =>
  useListPages(listCompanies, {
    query: parentId === null ? { top: 'true' } : { parentId },
    live: ['company.'],
    rowsAtOnce: treeRowsAtOnce,
  })

const CompanyLine = ({ name, slug, active, tier }: RowOf<typeof listCompanies>) => {
  const t = useText('companies')
  return (
    <>
      <span className="min-w-0 grow wrap-anywhere">
        <span className="font-medium">{name}</span>{' '}
        <span className="text-base text-mute md:text-sm">{slug}</span>
      </span>
      {!active && <CompanyStatus active={false} variant="plain" />}
      <Tag>{t('tier', { tier: String(tier) })}</Tag>
    </>
  )
}

/** The tree of the reader's companies, from the tops of their scope. */
export const CompanyTree = () => {
  const t = useText('companies')
  const go = useGo()
  return (
    <>
      <RecordTree
        useLevel={useLevel}
        show={(id) => go(`/admin/companies/${id}`)}
        row={(company) => <CompanyLine {...company} />}
        texts={{
          label: t('tree.label'),
          failed: t('tree.failed'),
          more: (count) => t('tree.more', { count }),
        }}
        empty={
          <EmptyState icon={Building2} title={t('empty.title')} titleAs="h2">
            {t('empty.body')}
          </EmptyState>
        }
      />
      <p className="hidden pt-2 text-sm text-mute md:block">{t('tree.keys')}</p>
    </>
  )
}
