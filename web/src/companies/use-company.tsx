import { getCompany } from '@cardamom/contract/companies/company-record'
import type { WireOf } from '@cardamom/contract/endpoint'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'

export type CompanyRecord = WireOf<typeof getCompany>

/** Reads a company and shows what is inside; a company that the reader may not see is missing. */
export const WithCompany = ({
  id,
  children,
}: {
  id: string
  children: (company: CompanyRecord) => ReactNode
}) => {
  const t = useText('companies')
  const company = useCall(getCompany, { params: { id }, errors: 'none' }, { live: ['company.'] })
  return (
    <Loaded
      reads={{ company }}
      failed={t('failed')}
      missing={
        <EmptyState
          icon={SearchX}
          title={t('missing')}
          action={<ButtonLink to="/admin/companies">{t('allCompanies')}</ButtonLink>}
        >
          {null}
        </EmptyState>
      }
    >
      {({ company: found }) => children(found)}
    </Loaded>
  )
}
