import type { previewReversal } from '@cardamom/contract/transfers'
import type { WireOf } from '@cardamom/contract/endpoint'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { TwoPeopleNote } from '../ui/wallets/money-confirm.tsx'
import { PostingsTable } from '../ui/wallets/postings-table.tsx'
import { WalletChangeCard } from '../ui/wallets/wallet-change.tsx'

/** Both wallets before and after, the amounts, and the journal: what is read before a transfer is confirmed. */
export const TransferCheck = ({
  preview: { sender, receiver, legs, needsApproval },
  children,
}: {
  preview: WireOf<typeof previewReversal>
  /** The amounts, as rows. */
  children: ReactNode
}) => {
  const t = useText('transfers')
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
        <WalletChangeCard title={t('sender')} change={sender} />
        <WalletChangeCard title={t('receiver')} change={receiver} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {children}
        <PostingsTable legs={legs} />
      </div>
      {needsApproval && <TwoPeopleNote />}
    </div>
  )
}
