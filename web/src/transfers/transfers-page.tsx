import { listTransfers, type transferStatuses } from '@cardamom/contract/transfers'
import { listTransferRequests } from '@cardamom/contract/transfers/transfer-requests'
import { ArrowRight, ArrowLeftRight, Files, Inbox, Plus } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ListActions } from '../ui/list/list-actions.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { WaitingRequests } from '../ui/requests/money-requests.tsx'
import type { Tone } from '../ui/status.tsx'

preloadText('walletLoadBatches')

const requests = '/admin/transfers/requests'

type Row = RowOf<typeof listTransfers>

const Details = part(() => import('./transfer-details.tsx'), 'TransferDetails', {
  fallback: <SkeletonRows rows={8} />,
})

const tones: Record<(typeof transferStatuses)[number], Tone> = {
  pending: 'warn',
  completed: 'good',
  cancelled: 'neutral',
  reversed: 'neutral',
}

const Sender = ({ senderName, ref }: Row) => (
  <>
    <span className="block font-medium wrap-anywhere">{senderName}</span>
    <span className="num block text-base wrap-anywhere text-mute md:text-sm md:whitespace-nowrap">{ref}</span>
  </>
)

const Receiver = ({ receiverName, card }: Row) => (
  <>
    <span className="wrap-anywhere md:block">
      <ArrowRight aria-hidden size={14} className="mr-1 inline md:hidden" />
      {receiverName}
    </span>
    {card && (
      <span className="num text-base whitespace-nowrap text-mute before:content-['_'] md:block md:text-sm">
        •••• {card.lastDigits ?? '—'}
      </span>
    )}
  </>
)

const Actions = () => {
  const t = useText('transfers')
  const b = useText('walletLoadBatches')
  const r = useText('moneyRequests')
  const mayCreate = useCan()('transfers.create') === true
  return (
    <ListActions
      main={mayCreate ? { to: '/admin/transfers/new', icon: Plus, text: t('form.add') } : null}
      others={[
        { to: requests, icon: Inbox, text: r('title') },
        { to: '/admin/transfers/to-card/batches', icon: Files, text: b('title') },
      ]}
    />
  )
}

/** Transfers between wallets and to cards that the admin may see: `/admin/transfers`. */
export const TransfersPage = () => {
  const t = useText('transfers')
  return (
    <ListPage
      list={listTransfers}
      texts="transfers"
      columns={[
        {
          name: 'senderName',
          onPhone: 'title',
          cell: (row) => <Sender {...row} />,
          file: ['ref', 'senderName'],
        },
        { name: 'receiverName', onPhone: 'detail', cell: (row) => <Receiver {...row} /> },
        { name: 'status', onPhone: 'end', tones },
        { name: 'wallet' },
        { name: 'total', onPhone: 'end' },
        { name: 'net' },
        { name: 'madeAt', onPhone: 'detail' },
      ]}
      details={[
        { name: 'kind' },
        { name: 'senderEmail', file: [] },
        { name: 'receiverEmail', file: [] },
        { name: 'fee' },
        { name: 'reason' },
        { name: 'reference' },
        { name: 'requestedByName' },
        { name: 'approvedByName' },
        { name: 'endedAt' },
      ]}
      tabs={[
        { tab: 'pending', name: t('values.status.pending') },
        { tab: 'completed', name: t('values.status.completed') },
        { tab: 'cancelled', name: t('values.status.cancelled') },
        { tab: 'reversed', name: t('values.status.reversed') },
      ]}
      drawer={Details}
      icon={ArrowLeftRight}
      live={['transfer.']}
      isUnderWay={({ status }) => status === 'pending'}
      above={<WaitingRequests list={listTransferRequests} to={requests} />}
      primary={<Actions />}
    />
  )
}
