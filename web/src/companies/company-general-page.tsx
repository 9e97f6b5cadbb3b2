import { updateCompany } from '@cardamom/contract/companies/company-record'
import { cityOf } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { Panel } from '../ui/panel.tsx'
import { CompanyFormPart, type CompanyField } from './company-form.tsx'
import { CompanyFrame } from './company-frame.tsx'
import { useInheritedValue } from './setting-text.ts'
import { SupportHoursForm } from './support-hours.tsx'
import type { CompanyRecord } from './use-company.tsx'
import { useZoneGroups } from './zone-options.ts'

preloadText('companies')
preloadText('recordForm')
preloadText('companySettings')
preloadText('profile')
preloadText('refusals')
preloadText('fields')

const GeneralForm = ({ company }: { company: CompanyRecord }) => {
  const t = useText('companies')
  const inherited = useInheritedValue()
  const { contactEmail, timeZone } = company.settings
  const groups = useZoneGroups(timeZone.own)
  const fields: CompanyField[] = [
    {
      name: 'name',
      label: t('fields.name'),
      hint: t('create.nameHint'),
      typedOf: ({ name }) => name,
      sentAs: (typed) => typed,
    },
    {
      name: 'contactEmail',
      label: t('fields.contactEmail'),
      hint: inherited(contactEmail, contactEmail.inherited ?? t('none')),
      typedOf: ({ settings }) => settings.contactEmail.own ?? '',
    },
    {
      name: 'timeZone',
      label: t('fields.timeZone'),
      options: [{ value: '', label: inherited(timeZone, cityOf(timeZone.inherited ?? 'UTC')) }],
      groups,
      typedOf: ({ settings }) => settings.timeZone.own ?? '',
    },
    { name: 'url', label: t('fields.url'), hint: t('urlHint'), typedOf: ({ url }) => url ?? '' },
  ]
  return <CompanyFormPart company={company} endpoint={updateCompany} fields={fields} />
}

/** Name, contact, time zone and web site of a company: `/admin/companies/:id/settings/general`. */
export const CompanyGeneralPage = () => {
  const t = useText('companies')
  const settings = useText('companySettings')
  const can = useCan()
  return (
    <CompanyFrame>
      {(company) => (
        <>
          <Panel title={t('pages.general')}>
            <GeneralForm company={company} />
          </Panel>
          {can('companies.settings') && (
            <Panel title={settings('hours.title')}>
              <SupportHoursForm company={company} />
            </Panel>
          )}
        </>
      )}
    </CompanyFrame>
  )
}
