import { changeCardCreation, changeCompanySettings } from '@cardamom/contract/companies/company-settings'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
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

const Creation = ({ company }: { company: CompanyRecord }) => {
  const t = useText('companySettings')
  const can = useCan()
  const { yesNoField } = useSettingFields(company)
  const mayToggle = company.mayDecide && can('companies.card_creation.toggle') === true
  const field = yesNoField(
    'cardCreationEnabled',
    t('cards.enabled'),
    mayToggle ? t('cards.enabledHint') : t('decidedAbove'),
  )
  return (
    <CompanyFormPart
      company={company}
      endpoint={changeCardCreation}
      fields={[{ ...field, isFixed: !mayToggle }]}
    />
  )
}

const Automatic = ({ company }: { company: CompanyRecord }) => {
  const t = useText('companySettings')
  const { yesNoField } = useSettingFields(company)
  const field = yesNoField('automaticCardCreation', t('cards.automatic'), t('cards.automaticHint'))
  return <CompanyFormPart company={company} endpoint={changeCompanySettings} fields={[field]} />
}

/** Whether people of a company get cards: `/admin/companies/:id/settings/cards`. */
export const CompanyCardsPage = () => {
  const t = useText('companySettings')
  return (
    <CompanyFrame>
      {(company) => (
        <>
          <Panel title={t('cards.title')}>
            <Automatic company={company} />
          </Panel>
          <Panel title={t('cards.creation')}>
            <Creation company={company} />
          </Panel>
        </>
      )}
    </CompanyFrame>
  )
}
