import { listTreasuryOperations } from '@cardamom/contract/treasury/treasury-operations'
import { Inbox, Landmark, Plus } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { recordCoins } from './currency-legs.tsx'

type Row = RowOf<typeof listTreasuryOperations>

const Kind = ({ kind, ref }: Row) => {
  const t = useText('treasuryOperations')
  return (
    <>
      <span className="block font-medium wrap-anywhere">{t(`values.kind.${kind}`)}</span>
      <span className="num block text-base text-mute md:text-sm">{ref}</span>
    </>
  )
}

const Details = part(() => import('./record-details.tsx'), 'TreasuryRecordDetails', {
  fallback: <SkeletonRows rows={6} />,
})

const Actions = () => {
  const t = useText('treasuryOperations')
  const can = useCan()
  if (can('treasury.move') !== true) return null
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink to="/admin/inbox?kind=recordTreasuryOperation" icon={Inbox}>
        {t('waiting')}
      </ButtonLink>
      <ButtonLink to="/admin/treasury/new" variant="primary" icon={Plus}>
        {t('add')}
      </ButtonLink>
    </div>
  )
}

/** What two people recorded of the operator's money: `/admin/treasury/records`. */
export const TreasuryRecordsPage = () => (
  <ListPage
    list={listTreasuryOperations}
    texts="treasuryOperations"
    columns={[
      { name: 'kind', onPhone: 'title', cell: (row) => <Kind {...row} />, file: ['ref', 'kind'] },
      {
        name: 'status',
        onPhone: 'end',
        tones: { booked: 'good', in_transit: 'info', arrived: 'good', returned: 'warn' },
      },
      { name: 'amount', onPhone: 'end' },
      { name: 'coins', cell: recordCoins, align: 'end' },
      { name: 'reference', onPhone: 'detail' },
      { name: 'valuedOn' },
      { name: 'recordedAt', onPhone: 'detail' },
    ]}
    details={[
      { name: 'venue' },
      { name: 'asset' },
      { name: 'fee' },
      { name: 'value' },
      { name: 'proof' },
      { name: 'reason' },
      { name: 'requestedByName' },
      { name: 'approvedByName' },
    ]}
    drawer={Details}
    icon={Landmark}
    live={['treasury.recorded', 'issuer.funded']}
    primary={<Actions />}
  />
)
