import { listTransferRequests } from '@cardamom/contract/transfers/transfer-requests'
import { ArrowLeftRight } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { live, RequestLink, requestTones, useRequestTabs } from '../ui/requests/money-requests.tsx'

type Row = RowOf<typeof listTransferRequests>

const Receiver = ({ receiverName, lastDigits }: Row) => (
  <>
    <span className="wrap-anywhere">{receiverName}</span>
    {lastDigits !== null && (
      <span className="num text-base whitespace-nowrap text-mute md:text-sm"> •••• {lastDigits}</span>
    )}
  </>
)

/** Transfers that wait for a second person, and those that never were made: `/admin/transfers/requests`. */
export const TransferRequestsPage = () => {
  const t = useText('transfers')
  return (
    <ListPage
      list={listTransferRequests}
      texts="moneyRequests"
      columns={[
        { name: 'senderName', onPhone: 'title' },
        {
          name: 'receiverName',
          onPhone: 'detail',
          cell: (row) => <Receiver {...row} />,
          file: ['receiverName', 'lastDigits'],
        },
        { name: 'status', onPhone: 'end', tones: requestTones },
        { name: 'kind' },
        { name: 'total', onPhone: 'end' },
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
      icon={ArrowLeftRight}
      live={live}
      primary={
        <ButtonLink to="/admin/transfers" icon={ArrowLeftRight}>
          {t('title')}
        </ButtonLink>
      }
    />
  )
}
