import { listBalanceAllowances, readCompanyLimits } from '@cardamom/contract/limits/balance-allowances'
import { Gauge, SearchX } from 'lucide-react'
import { useState } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { ofMachines } from '../kernel/read-again.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AllowancePanel, EmergencyPanel, type CompanyLimits } from '../ui/limits/company-limits.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { EmergencyActions } from './emergency-actions.tsx'
import { CompanyChoice } from '../ui/company-choice.tsx'

preloadText('payinLimits')

const AllowanceDialog = dialogPart(async () => (await import('./allowance-dialog.tsx')).AllowanceDialog)

const Panels = ({ found: { company, emergency, allowance } }: { found: CompanyLimits }) => {
  const t = useText('companyLimits')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <EmergencyPanel
        emergency={emergency}
        action={
          company !== null && emergency.maySet ? (
            <EmergencyActions company={company} emergency={emergency} />
          ) : (
            can('settings.view') && <TextLink to="/admin/settings/gateway">{t('emergency.setting')}</TextLink>
          )
        }
      />
      {company !== null && (
        <AllowancePanel
          allowance={allowance}
          action={
            allowance?.maySet && (
              <Button aria-label={t('allowance.changeLabel')} onClick={() => setIsOpen(true)}>
                {t('allowance.change')}
              </Button>
            )
          }
        />
      )}
      {company !== null && allowance !== null && isOpen && (
        <AllowanceDialog open company={company} allowance={allowance} close={() => setIsOpen(false)} />
      )}
    </div>
  )
}

const Above = () => {
  const t = useText('companyLimits')
  const [{ companyId }, change] = useQueryParams()
  const input = companyId === undefined ? {} : { companyId }
  const limits = useCall(
    readCompanyLimits,
    { input, errors: 'none' },
    { againMs: ({ allowance }) => allowance?.state === 'being_set' && ofMachines },
  )
  return (
    <>
      <CompanyChoice chosen={companyId} none={t('none')} choose={(id) => change({ companyId: id })} />
      <Loaded
        reads={{ limits }}
        waiting={<SkeletonRows rows={3} />}
        failed={t('failed')}
        missing={
          <EmptyState
            icon={SearchX}
            title={t('missing.title')}
            action={<ButtonLink to="/admin/limits">{t('missing.back')}</ButtonLink>}
          >
            {t('missing.body')}
          </EmptyState>
        }
      >
        {(found) => <Panels key={companyId ?? ''} found={found.limits} />}
      </Loaded>
    </>
  )
}

/** Maximum emergency load and balance allowances, used and left today: `/admin/limits`; of a company: `?companyId=`. */
export const LimitsPage = () => (
  <ListPage
    list={listBalanceAllowances}
    texts="companyLimits"
    columns={[
      { name: 'companyName', onPhone: 'title' },
      {
        name: 'state',
        onPhone: 'end',
        tones: { in_force: 'good', being_set: 'info', refused: 'warn' },
      },
      { name: 'allowance', onPhone: 'detail' },
      { name: 'used', onPhone: 'detail' },
      { name: 'left' },
      { name: 'guarantor' },
    ]}
    details={[{ name: 'wanted' }, { name: 'reason' }, { name: 'changedAt' }, { name: 'changedByName' }]}
    icon={Gauge}
    isUnderWay={({ state }) => state === 'being_set'}
    above={<Above />}
  />
)
