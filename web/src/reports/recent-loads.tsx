import { listCompanyLoads } from '@cardamom/contract/loads/company-loads'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { Row } from '../ui/list-row.tsx'
import { RecentRows } from './recent-rows.tsx'

preloadText('roleHomes')
preloadText('companyLoads')

/** The last loads of the people of the reader's companies. */
export const RecentLoads = () => {
  const t = useText('roleHomes')
  const names = useText('companyLoads')
  const date = useDates()
  const loads = useCall(listCompanyLoads, { input: { limit: 5 } }, { live: ['load.'] })
  return (
    <RecentRows
      rows={loads}
      title={t('loads.title')}
      all={{ to: '/admin/loads?sort=-quotedAt', text: t('loads.all') }}
      none={{ title: t('loads.none.title'), body: t('loads.none.body') }}
    >
      {({ id, payer, status, gross, quotedAt }) => (
        <Row
          key={id}
          title={payer.name}
          value={moneyText(gross)}
          below={date(quotedAt, 'near')}
          valueBelow={names(`values.status.${status}`)}
          to={`/admin/loads?open=${id}`}
        />
      )}
    </RecentRows>
  )
}
