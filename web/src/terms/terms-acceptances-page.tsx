import { listTermsAcceptances } from '@cardamom/contract/terms/terms-versions'
import { FileCheck } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'

const Details = ({ row }: { row: RowOf<typeof listTermsAcceptances> | undefined }) => {
  const t = useText('termsAcceptances')
  return row && <ButtonLink to={`/admin/users/${row.userId}`}>{t('show')}</ButtonLink>
}

/** Who accepted which version of the terms: `/admin/settings/terms/acceptances`. */
export const TermsAcceptancesPage = () => (
  <ListPage
    list={listTermsAcceptances}
    texts="termsAcceptances"
    columns={[
      { name: 'name', onPhone: 'title' },
      { name: 'companyName', onPhone: 'detail' },
      { name: 'version', onPhone: 'end', cell: ({ version }) => version },
      { name: 'lang' },
      { name: 'acceptedAt', onPhone: 'detail' },
    ]}
    drawer={Details}
    icon={FileCheck}
  />
)
