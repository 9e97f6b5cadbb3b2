import { listDepositRequests } from '@cardamom/contract/deposits/deposit-requests'
import { HandCoins } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { live, RequestLink, requestTones, useRequestTabs } from '../ui/requests/money-requests.tsx'

/** Deposits that wait for a second person, and those that never were made: `/admin/wallets/deposits/requests`. */
export const DepositRequestsPage = () => {
  const t = useText('topUps')
  return (
    <ListPage
      list={listDepositRequests}
      texts="moneyRequests"
      columns={[
        { name: 'companyName', onPhone: 'title' },
        { name: 'status', onPhone: 'end', tones: requestTones },
        { name: 'kind' },
        { name: 'total', onPhone: 'end' },
        { name: 'bankReference', onPhone: 'detail' },
        { name: 'requestedByName', onPhone: 'detail' },
        { name: 'requestedAt', onPhone: 'detail' },
      ]}
      details={[
        { name: 'request', cell: (row) => <RequestLink {...row} />, file: [] },
        { name: 'wallet' },
        { name: 'fee' },
        { name: 'reason' },
        { name: 'expiresAt' },
        { name: 'decidedByName' },
        { name: 'decidedAt' },
        { name: 'note' },
      ]}
      tabs={useRequestTabs()}
      icon={HandCoins}
      live={live}
      primary={
        <ButtonLink to="/admin/wallets/deposits" icon={HandCoins}>
          {t('title')}
        </ButtonLink>
      }
    />
  )
}
