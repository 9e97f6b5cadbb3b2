import { listWalletAdjustments } from '@cardamom/contract/wallets/wallet-adjustments'
import { Scale } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'

type Row = RowOf<typeof listWalletAdjustments>

const Holder = ({ holderName, ref }: Row) => (
  <>
    <span className="block font-medium wrap-anywhere">{holderName}</span>
    <span className="num block text-base text-mute md:text-sm">{ref}</span>
  </>
)

const New = () => {
  const t = useText('walletAdjustments')
  const can = useCan()
  if (!can('wallets.adjust')) return null
  return (
    <ButtonLink to="/admin/wallets/adjust" variant="primary" icon={Scale}>
      {t('form.add')}
    </ButtonLink>
  )
}

/** Manual credits and debits of wallets: `/admin/wallets/adjustments`. */
export const WalletAdjustmentsPage = () => (
  <ListPage
    list={listWalletAdjustments}
    texts="walletAdjustments"
    columns={[
      {
        name: 'holderName',
        onPhone: 'title',
        cell: (row) => <Holder {...row} />,
        file: ['ref', 'holderName'],
      },
      { name: 'type', onPhone: 'end', tones: { credit: 'good', debit: 'neutral' } },
      { name: 'wallet', onPhone: 'detail' },
      { name: 'amount', onPhone: 'detail' },
      { name: 'companyName' },
      { name: 'adjustedAt', onPhone: 'detail' },
    ]}
    details={[{ name: 'reason' }, { name: 'requestedByName' }, { name: 'approvedByName' }]}
    icon={Scale}
    live={['wallet.adjusted']}
    primary={<New />}
  />
)
