import { readPayinLimits } from '@cardamom/contract/limits/payin-limits'
import { useText } from '../../kernel/i18n.tsx'
import { useCan } from '../../kernel/permissions.ts'
import { useCall } from '../../kernel/query.ts'
import { TextLink } from '../button.tsx'
import { Loaded } from '../loaded.tsx'
import { Panel } from '../panel.tsx'
import { PayinLimitRows } from './payin-limit-rows.tsx'

/** What counts for a company, with what its people have used and what is left today. */
export const CompanyLimitsPanel = ({ companyId }: { companyId: string }) => {
  const t = useText('payinLimits')
  const can = useCan()
  const found = useCall(readPayinLimits, { input: { companyId }, errors: 'none' })
  return (
    <Panel
      title={t('panel.title')}
      action={
        can('payin_limits.manage') && (
          <TextLink to="/admin/limits/payin" search={{ companyId }}>
            {t('panel.all')}
          </TextLink>
        )
      }
    >
      <p className="pb-2 text-mute md:text-base">{t('lead')}</p>
      <Loaded reads={{ found }} failed={t('failed')}>
        {({ found: limits }) => <PayinLimitRows found={limits} />}
      </Loaded>
    </Panel>
  )
}
