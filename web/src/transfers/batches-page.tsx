import { listWalletLoadBatches } from '@cardamom/contract/transfers/wallet-load-batches'
import { Files, Plus } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'

type Row = RowOf<typeof listWalletLoadBatches>
const batchTones = { running: 'warn', done: 'good', stopped: 'neutral' } as const

const Drawer = part(() => import('./batch-drawer.tsx'), 'BatchDrawer', {
  fallback: <SkeletonRows rows={8} />,
})

const Company = ({ companyName, ref }: Row) => (
  <>
    <span className="block font-medium wrap-anywhere">{companyName}</span>
    <span className="num block text-base wrap-anywhere text-mute md:text-sm md:whitespace-nowrap">{ref}</span>
  </>
)

const New = () => {
  const t = useText('walletLoadBatches')
  const can = useCan()
  if (can('transfers.create') !== true) return null
  return (
    <ButtonLink to="/admin/transfers/to-card/bulk" variant="primary" icon={Plus}>
      {t('add')}
    </ButtonLink>
  )
}

/** Files of transfers to many cards with their results: `/admin/transfers/to-card/batches`. */
export const BatchesPage = () => (
  <ListPage
    list={listWalletLoadBatches}
    texts="walletLoadBatches"
    columns={[
      {
        name: 'companyName',
        onPhone: 'title',
        cell: (row) => <Company {...row} />,
        file: ['ref', 'companyName'],
      },
      { name: 'status', onPhone: 'end', tones: batchTones },
      { name: 'wallet' },
      { name: 'rows', onPhone: 'detail' },
      { name: 'total', onPhone: 'end' },
      { name: 'transferred' },
      { name: 'madeAt', onPhone: 'detail' },
    ]}
    details={[
      { name: 'fee' },
      { name: 'reason' },
      { name: 'requestedByName' },
      { name: 'approvedByName' },
      { name: 'endedAt' },
      { name: 'stopReason' },
    ]}
    icon={Files}
    live={['transfer.']}
    isUnderWay={({ status }) => status === 'running'}
    drawer={Drawer}
    primary={<New />}
  />
)
