import { listWallets } from '@cardamom/contract/wallets/wallet-records'
import { Clock, Wallet } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useSession } from '../kernel/session.ts'
import { ListActions } from '../ui/list/list-actions.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Money } from '../ui/money.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Tag } from '../ui/status.tsx'
import { balanceLive } from '../ui/wallets/balance-live.ts'

type WalletRow = RowOf<typeof listWallets>

const WalletDrawer = part(() => import('./wallet-drawer.tsx'), 'WalletDrawer', {
  fallback: <SkeletonRows rows={6} />,
})

const Owner = ({ ownerName, ownerKind }: WalletRow) => {
  const t = useText('walletList')
  return (
    <>
      <span className="block font-medium wrap-anywhere">{ownerName}</span>
      <span className="block text-base text-mute md:text-sm">{t(`values.ownerKind.${ownerKind}`)}</span>
    </>
  )
}

const Tier = ({ tier }: WalletRow) => <Tag>{useText('walletList')('tierOf', { tier: String(tier) })}</Tag>

/** Pending money is null where the reader may not see it. */
const Pending = ({ pending }: WalletRow) => {
  const t = useText('walletList')
  return pending === null ? <span className="text-mute">{t('notShown')}</span> : <Money amount={pending} />
}

/** Admins of a company of their own see its wallets first. */
const companyAdmin = 5

const Actions = () => {
  const t = useText('walletList')
  const { user } = useSession()
  const hasOwn = useCan()('wallets.view') === true && user?.role_id === companyAdmin
  const own = hasOwn && { to: `/admin/wallets/${user.user_company.id}`, icon: Wallet, text: t('ownCompany') }
  return (
    <ListActions
      main={own || null}
      others={[{ to: '/admin/wallets/pending', icon: Clock, text: t('pending.link') }]}
    />
  )
}

/** Wallets of the companies that the admin may see, and of their people: `/admin/wallets`. */
export const WalletListPage = () => {
  const t = useText('walletList')
  return (
    <ListPage
      list={listWallets}
      texts="walletList"
      columns={[
        {
          name: 'owner',
          onPhone: 'title',
          file: ['ownerName', 'ownerKind'],
          cell: (row) => <Owner {...row} />,
        },
        { name: 'wallet', onPhone: 'detail' },
        { name: 'companyName', onPhone: 'detail' },
        { name: 'tier', cell: (row) => <Tier {...row} /> },
        { name: 'available', onPhone: 'end' },
        { name: 'pending', onPhone: 'detail', align: 'end', cell: (row) => <Pending {...row} /> },
        { name: 'reserved' },
        { name: 'openedAt' },
      ]}
      tabs={(['company', 'seller', 'cardholder'] as const).map((tab) => ({ tab, name: t(`tabs.${tab}`) }))}
      primary={<Actions />}
      drawer={WalletDrawer}
      icon={Wallet}
      live={balanceLive}
    />
  )
}
