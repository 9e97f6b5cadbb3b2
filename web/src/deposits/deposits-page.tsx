import { listTopUps } from '@cardamom/contract/deposits'
import { listDepositRequests } from '@cardamom/contract/deposits/deposit-requests'
import { Coins, HandCoins, Inbox, Plus } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { useSession } from '../kernel/session.ts'
import type { MenuLink } from '../ui/link-menu.tsx'
import { ListActions } from '../ui/list/list-actions.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { WaitingRequests } from '../ui/requests/money-requests.tsx'
import { CompanySettlements } from '../ui/settlements/paid-settlements.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { CoinsOnTheWay } from './coins-on-the-way.tsx'
import { statusTones } from './deposit-parts.tsx'
import { DepositViews } from './deposit-views.tsx'

type Row = RowOf<typeof listTopUps>

const Details = part(() => import('./deposit-details.tsx'), 'DepositDetails', {
  fallback: <SkeletonRows rows={8} />,
})

const CoinDepositsView = part(() => import('./coin-deposits-view.tsx'), 'CoinDepositsView', {
  fallback: <SkeletonRows rows={8} />,
})

const Company = ({ companyName, ref }: Row) => (
  <>
    <span className="block font-medium wrap-anywhere">{companyName}</span>
    <span className="num block text-base wrap-anywhere text-mute md:text-sm md:whitespace-nowrap">{ref}</span>
  </>
)

const requests = '/admin/wallets/deposits/requests'

/** A phone has one button and a menu. */
const Actions = () => {
  const t = useText('topUps')
  const r = useText('moneyRequests')
  const can = useCan()
  const mayEnter = can('deposits.create') === true
  // Who moves the money of a company makes its deposits.
  const isPayer = can('withdrawals.create') === true
  const waiting: MenuLink = { to: requests, icon: Inbox, text: r('title') }
  const byCoin = { to: '/admin/wallets/deposits/crypto', icon: Coins, text: t('coin.add') }
  const byWire = { to: '/admin/wallets/deposits/new', icon: Plus, text: t('form.add') }
  const main = mayEnter ? byWire : isPayer ? byCoin : null
  const others = mayEnter ? [waiting, byCoin] : [waiting]
  return <ListActions main={main} others={others} />
}

/** Settlements that were paid to the company of the list, else to the reader's own one. */
const Settled = ({ of }: { of: string | undefined }) => {
  const { user } = useSession()
  const sees = useCan()('settlements.view') === true
  const companyId = of ?? user?.user_company.id
  return sees && companyId !== undefined ? (
    <div className="flex flex-col gap-2 pb-4">
      <CompanySettlements companyId={companyId} />
    </div>
  ) : null
}

/** Top-ups of the companies that the admin may see, with `?coins=` the payments in crypto: `/admin/wallets/deposits`. */
export const DepositsPage = () => {
  const t = useText('topUps')
  const [{ coins, companyId }] = useQueryParams()
  if (coins !== undefined) return <CoinDepositsView actions={<Actions />} />
  return (
    <ListPage
      list={listTopUps}
      texts="topUps"
      columns={[
        {
          name: 'companyName',
          onPhone: 'title',
          cell: (row) => <Company {...row} />,
          file: ['ref', 'companyName'],
        },
        { name: 'status', onPhone: 'end', tones: statusTones },
        { name: 'wallet' },
        { name: 'kind' },
        { name: 'gross', onPhone: 'end' },
        { name: 'net' },
        { name: 'bankReference', onPhone: 'detail' },
        { name: 'wire', tones: { unmatched: 'warn', matched: 'good' } },
        { name: 'acceptedAt', onPhone: 'detail' },
      ]}
      details={[
        { name: 'fee' },
        { name: 'valuedOn' },
        { name: 'reason' },
        { name: 'requestedByName' },
        { name: 'approvedByName' },
        { name: 'availableAt' },
      ]}
      tabs={[
        { tab: 'pending', name: t('values.status.pending') },
        { tab: 'available', name: t('values.status.available') },
        { tab: 'reversed', name: t('values.status.reversed') },
      ]}
      drawer={Details}
      icon={HandCoins}
      live={['topup.']}
      above={
        <>
          <DepositViews view="deposits" />
          <WaitingRequests list={listDepositRequests} to={requests} />
          <CoinsOnTheWay />
          <Settled of={companyId} />
        </>
      }
      primary={<Actions />}
    />
  )
}
