import { readCompanyLimits } from '@cardamom/contract/limits/balance-allowances'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { TextLink } from '../ui/button.tsx'
import { AllowancePanel, EmergencyPanel } from '../ui/limits/company-limits.tsx'
import { CompanyLimitsPanel } from '../ui/limits/company-limits-panel.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { CompanyFrame } from './company-frame.tsx'

preloadText('companies')
preloadText('companyLimits')
preloadText('payinLimits')

const Limits = ({ companyId }: { companyId: string }) => {
  const t = useText('companyLimits')
  const limits = useCall(readCompanyLimits, { input: { companyId }, errors: 'none' })
  return (
    <Stack>
      <Loaded reads={{ limits }} failed={t('failed')}>
        {({ limits: { emergency, allowance } }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
            <EmergencyPanel
              emergency={emergency}
              action={
                emergency.maySet && (
                  <TextLink to="/admin/limits" search={{ companyId }}>
                    {t('emergency.change')}
                  </TextLink>
                )
              }
            />
            <AllowancePanel
              allowance={allowance}
              action={
                allowance?.maySet && (
                  <TextLink to="/admin/limits" search={{ companyId }}>
                    {t('allowance.change')}
                  </TextLink>
                )
              }
            />
          </div>
        )}
      </Loaded>
      <CompanyLimitsPanel companyId={companyId} />
    </Stack>
  )
}

/** Limits that count for a company, used and left today: `/admin/companies/:id/settings/limits`. */
export const CompanyLimitsPage = () => <CompanyFrame>{({ id }) => <Limits companyId={id} />}</CompanyFrame>
