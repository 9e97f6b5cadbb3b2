import { readFeesInForce } from '@cardamom/contract/fees/fee-schedules'
import { SearchX } from 'lucide-react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FeesInForce } from '../ui/fees/fees-in-force.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { CompanyFrame } from './company-frame.tsx'

preloadText('companies')
preloadText('feeSchedules')

const Fees = ({ companyId }: { companyId: string }) => {
  const t = useText('feeSchedules')
  const can = useCan()
  const inForce = useCall(readFeesInForce, { input: { companyId }, errors: 'none' })
  const missing = (
    <EmptyState icon={SearchX} title={t('missing.title')}>
      {t('missing.body')}
    </EmptyState>
  )
  return (
    <Loaded reads={{ inForce }} failed={t('failed')} missing={missing}>
      {({ inForce: found }) => (
        <Stack>
          <FeesInForce found={found} />
          <nav aria-label={t('title')} className="flex flex-wrap gap-x-5 gap-y-2">
            <TextLink to="/admin/fees" search={{ companyId }}>
              {t('versions')}
            </TextLink>
            {found.room !== null && (
              <TextLink to="/admin/fees/set" search={{ companyId }}>
                {t('form.set')}
              </TextLink>
            )}
            {found.level === 0 && can('fees.manage') === true && (
              <TextLink to="/admin/fees/new" search={{ companyId }}>
                {t('form.add')}
              </TextLink>
            )}
          </nav>
        </Stack>
      )}
    </Loaded>
  )
}

/** Fees in force for a company, and where they are set: `/admin/companies/:id/settings/fees`. */
export const CompanyFeesPage = () => <CompanyFrame>{({ id }) => <Fees companyId={id} />}</CompanyFrame>
