import { listPayoutAddresses, readWithdrawalTerms } from '@cardamom/contract/withdrawals/withdrawal-requests'
import { Wallet } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { AddressBook } from './address-book.tsx'
import { ObstacleNote, WithdrawWallets } from './withdraw-wallets.tsx'
import { bookLive, type WithdrawalOwner } from './withdrawal-tones.ts'

const WithdrawalForm = part(() => import('./withdrawal-form.tsx'), 'WithdrawalForm', {
  fallback: <SkeletonRows rows={6} />,
})

/** What can be withdrawn, the form of a request, and the address book. */
export const WithdrawalRequest = ({ of }: { of: WithdrawalOwner }) => {
  const t = useText('ownWithdrawals')
  const terms = useCall(readWithdrawalTerms, { input: { of }, errors: 'none' }, { live: bookLive })
  const book = useCall(listPayoutAddresses, { input: { of }, errors: 'none' }, { live: bookLive })
  return (
    <Loaded reads={{ terms, book }} waiting={<SkeletonRows rows={6} />} failed={t('failedTerms')}>
      {({ terms: found, book: addresses }) =>
        found.wallets.length === 0 ? (
          <EmptyState icon={Wallet} title={t('noWallet')}>
            {t('noWalletHelp')}
          </EmptyState>
        ) : (
          <Stack>
            <ObstacleNote terms={found} />
            <WithdrawWallets terms={found} />
            {found.obstacle === null && <WithdrawalForm of={of} terms={found} addresses={addresses} />}
            <AddressBook of={of} terms={found} addresses={addresses} />
          </Stack>
        )
      }
    </Loaded>
  )
}
