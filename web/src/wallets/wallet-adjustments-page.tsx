import { listWalletAdjustments } from '@cardamom/contract/wallets/wallet-adjustments'
import { Scale } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'

type Row = RowOf<typeof listWalletAdjustments>

const tones = { pending: 'warn', completed: 'good', refused: 'bad' } as const

const Details = part(() => import('./adjustment-details.tsx'), 'AdjustmentDetails', {
  fallback: <SkeletonRows rows={8} />,
})

/** The wallet, or the card by its last digits. */
const Of = ({ wallet, lastDigits }: Row) => {
  const t = useText('walletAdjustments')
  return wallet === null ? (
    <span className="num whitespace-nowrap">{t('cardEnding', { digits: lastDigits ?? '—' })}</span>
  ) : (
    t(`values.wallet.${wallet}`)
  )
}

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

/** Manual credits and debits of wallets and cards: `/admin/wallets/adjustments`. */
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
      { name: 'type', onPhone: 'detail', tones: { credit: 'good', debit: 'neutral' } },
      { name: 'wallet', onPhone: 'detail', cell: (row) => <Of {...row} />, file: ['wallet', 'lastDigits'] },
      { name: 'amount', onPhone: 'end' },
      { name: 'status', onPhone: 'end', tones },
      { name: 'companyName' },
      { name: 'adjustedAt', onPhone: 'detail' },
    ]}
    details={[
      { name: 'reason' },
      { name: 'requestedByName' },
      { name: 'approvedByName' },
      { name: 'endedAt' },
    ]}
    drawer={Details}
    icon={Scale}
    live={['wallet.adjusted', 'card_adjustment.']}
    isUnderWay={({ status }) => status === 'pending'}
    primary={<New />}
  />
)
