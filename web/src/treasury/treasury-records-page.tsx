import { listTreasuryOperations } from '@cardamom/contract/treasury/treasury-operations'
import { Inbox, Landmark, Plus } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { coinText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'

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

const Journal = ({ id }: Row) => {
  const t = useText('treasuryOperations')
  const can = useCan()
  if (can('ledger.view') !== true) return '—'
  return (
    <TextLink to="/admin/ledger" search={{ find: id }}>
      {t('openJournal')}
    </TextLink>
  )
}

const coinsOf = ({ coins, asset }: Row) =>
  coins === null || asset === null ? '' : coinText({ amount: coins, asset: asset.split('@')[0] ?? asset })

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
      { name: 'amount', onPhone: 'detail' },
      { name: 'coins', cell: coinsOf, align: 'end' },
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
      { name: 'journal', cell: (row) => <Journal {...row} />, file: [] },
    ]}
    icon={Landmark}
    live={['treasury.recorded', 'capital.contributed', 'issuer.funded']}
    primary={<Actions />}
  />
)
