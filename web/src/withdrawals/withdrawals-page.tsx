import { listWithdrawals } from '@cardamom/contract/withdrawals'
import { Banknote, Plus } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { stepTones, withdrawalLive, withdrawalTones } from './withdrawal-tones.ts'

type Row = RowOf<typeof listWithdrawals>

const Drawer = part(() => import('./withdrawal-drawer.tsx'), 'WithdrawalDrawer', {
  fallback: <SkeletonRows rows={8} />,
})

const New = () => {
  const t = useText('withdrawals')
  const can = useCan()
  if (can('withdrawals.create') !== true) return null
  return (
    <ButtonLink to="/admin/withdrawals/new" icon={Plus}>
      {t('add')}
    </ButtonLink>
  )
}

const Owner = ({ ownerName, companyName, ref }: Row) => (
  <>
    <span className="block font-medium wrap-anywhere">{ownerName === '' ? companyName : ownerName}</span>
    <span className="num block text-base wrap-anywhere text-mute md:text-sm md:whitespace-nowrap">{ref}</span>
  </>
)

/** Withdrawals that the admin may see: `/admin/withdrawals`. */
export const WithdrawalsPage = () => {
  const t = useText('withdrawals')
  return (
    <ListPage
      list={listWithdrawals}
      texts="withdrawals"
      failed={t('failedList')}
      columns={[
        {
          name: 'ownerName',
          onPhone: 'title',
          cell: (row) => <Owner {...row} />,
          file: ['ref', 'ownerName'],
        },
        { name: 'email' },
        { name: 'step', onPhone: 'end', tones: stepTones },
        { name: 'status', tones: withdrawalTones },
        { name: 'amount', onPhone: 'end' },
        { name: 'currency', onPhone: 'detail' },
        { name: 'createdAt', onPhone: 'detail' },
      ]}
      details={[
        { name: 'companyName' },
        { name: 'ownerKind' },
        { name: 'wallet' },
        { name: 'fee' },
        { name: 'net' },
        { name: 'network' },
        { name: 'address' },
        { name: 'addressLabel' },
        { name: 'txId' },
        { name: 'description' },
        { name: 'endedAt' },
      ]}
      tabs={(['requested', 'approved', 'sending', 'failed', 'done', 'ended'] as const).map((step) => ({
        tab: step,
        name: t(`values.step.${step}`),
      }))}
      icon={Banknote}
      live={withdrawalLive}
      drawer={Drawer}
      isUnderWay={({ status }) => status === 'PENDING'}
      primary={<New />}
    />
  )
}
