import { kycServices } from '@cardamom/contract/companies/company-record'
import { changeCompanySettings } from '@cardamom/contract/companies/company-settings'
import { kycFlows } from '@cardamom/contract/companies'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { Panel } from '../ui/panel.tsx'
import { CompanyFormPart } from './company-form.tsx'
import { CompanyFrame } from './company-frame.tsx'
import { useSettingFields } from './setting-fields.ts'
import type { CompanyRecord } from './use-company.tsx'

preloadText('companies')
preloadText('recordForm')
preloadText('companySettings')
preloadText('refusals')
preloadText('fields')

const KycForm = ({ company }: { company: CompanyRecord }) => {
  const t = useText('companySettings')
  const { choiceField } = useSettingFields(company)
  const fields = [
    choiceField('kycService', t('kyc.service'), {
      values: kycServices,
      wordOf: (value) => (value === 'veriff' ? 'Veriff' : value),
    }),
    choiceField('kycFlow', t('kyc.flow'), {
      values: kycFlows,
      wordOf: (value) => t(`kyc.flows.${value as 'frame'}`),
      hint: t('kyc.flowHint'),
    }),
  ]
  return <CompanyFormPart company={company} endpoint={changeCompanySettings} fields={fields} />
}

/** How people of a company verify their identity: `/admin/companies/:id/settings/kyc`. */
export const CompanyKycPage = () => {
  const t = useText('companySettings')
  return (
    <CompanyFrame>
      {(company) => (
        <Panel title={t('kyc.title')}>
          <KycForm company={company} />
        </Panel>
      )}
    </CompanyFrame>
  )
}
