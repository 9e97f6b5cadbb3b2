import { companyLockSeconds } from '@cardamom/contract/companies/company-record'
import { changeCompanySettings, countPasskeyEnrolments } from '@cardamom/contract/companies/company-settings'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { NoteBox } from '../ui/note-box.tsx'
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

const minuteSeconds = 60

/** How many people will have to add a passkey, before it is saved. */
const Enrolments = ({ company }: { company: CompanyRecord }) => {
  const t = useText('companySettings')
  const { data } = useCall(countPasskeyEnrolments, { params: { id: company.id } }, { staleMs: 0 })
  if (data === undefined) return null
  return (
    <NoteBox tone="warn" role="status" title={t('security.enrolments', { count: data.people })}>
      {t('security.enrolmentsHelp')}
    </NoteBox>
  )
}

const SecurityForm = ({ company }: { company: CompanyRecord }) => {
  const t = useText('companySettings')
  const { yesNoField, choiceField, plainField } = useSettingFields(company)
  const fields = [
    yesNoField('passkeyMandatory', t('security.passkey'), t('security.passkeyHint')),
    choiceField('lockAfterSeconds', t('security.lock'), {
      values: companyLockSeconds,
      wordOf: (value) => t('security.minutes', { count: Number(value) / minuteSeconds }),
      hint: t('security.lockHint'),
    }),
    plainField('deviceProfiling', t('security.profiling'), { hint: t('security.profilingHint') }),
    plainField('visibleToAdm', t('security.visible'), {
      hint: company.mayDecide ? t('security.visibleHint') : t('decidedAbove'),
      isFixed: !company.mayDecide,
    }),
    plainField('operatorOwned', t('security.operatorOwned'), {
      hint: company.mayDecide ? t('security.operatorOwnedHint') : t('decidedAbove'),
      isFixed: !company.mayDecide,
    }),
  ]
  return (
    <CompanyFormPart company={company} endpoint={changeCompanySettings} fields={fields}>
      {({ typed, inputs }) => {
        const { own, value, inherited } = company.settings.passkeyMandatory
        const wanted = typed['passkeyMandatory'] === '' ? inherited : typed['passkeyMandatory'] === 'true'
        const turnsOn = wanted === true && value !== true
        return (
          <div className="flex flex-col gap-5">
            {inputs}
            {(turnsOn || (own === null && wanted === true && typed['passkeyMandatory'] !== '')) && (
              <Enrolments company={company} />
            )}
          </div>
        )
      }}
    </CompanyFormPart>
  )
}

/** Passkeys, lock time, profiling and visibility of a company: `/admin/companies/:id/settings/security`. */
export const CompanySecurityPage = () => {
  const t = useText('companySettings')
  return (
    <CompanyFrame>
      {(company) => (
        <Panel title={t('security.title')}>
          <SecurityForm company={company} />
        </Panel>
      )}
    </CompanyFrame>
  )
}
