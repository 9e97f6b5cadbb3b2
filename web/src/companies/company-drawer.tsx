import type { listCompanies } from '@cardamom/contract/companies/company-record'
import { useText } from '../kernel/i18n.tsx'
import { ButtonLink } from '../ui/button.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { CompanyFacts } from './company-facts.tsx'
import { CompanyStatus } from './company-status.tsx'
import { WithCompany } from './use-company.tsx'

/** One company next to the list: its facts, and the way to its page. */
export const CompanyDrawer = ({ id, row }: { id: string; row: RowOf<typeof listCompanies> | undefined }) => {
  const t = useText('companies')
  return (
    <div className="flex flex-col gap-5">
      {row && <h3 className="text-md font-semibold wrap-anywhere">{row.name}</h3>}
      <WithCompany id={id}>
        {(company) => (
          <>
            {!row && <h3 className="text-md font-semibold wrap-anywhere">{company.name}</h3>}
            <div>
              <CompanyStatus {...company} />
            </div>
            <CompanyFacts company={company} />
            <ButtonLink to={`/admin/companies/${id}`} variant="primary" fullWidth>
              {t('show')}
            </ButtonLink>
          </>
        )}
      </WithCompany>
    </div>
  )
}
