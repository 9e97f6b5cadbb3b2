import { listTransfers, type transferStatuses } from '@cardamom/contract/transfers'
import { ArrowRight, ArrowLeftRight, Files, Plus } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { LinkMenu } from '../ui/link-menu.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import type { Tone } from '../ui/status.tsx'

preloadText('walletLoadBatches')

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

/** A phone has one button and a menu. */
const Actions = () => {
  const t = useText('transfers')
  const b = useText('walletLoadBatches')
  const mayCreate = useCan()('transfers.create') === true
  const batches = { to: '/admin/transfers/to-card/batches', icon: Files, text: b('title') }
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <div className={cx('flex', mayCreate && 'max-md:hidden')}>
        <ButtonLink to={batches.to} icon={batches.icon}>
          {batches.text}
        </ButtonLink>
      </div>
      {mayCreate && (
        <>
          <ButtonLink to="/admin/transfers/new" variant="primary" icon={Plus}>
            {t('form.add')}
          </ButtonLink>
          <div className="md:hidden">
            <LinkMenu label={t('more')} links={[batches]} />
          </div>
        </>
      )}
    </div>
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
      primary={<Actions />}
    />
  )
}
