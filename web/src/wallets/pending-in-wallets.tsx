import type { WireOf } from '@cardamom/contract/endpoint'
import type { listPending } from '@cardamom/contract/wallets'
import { useText } from '../kernel/i18n.tsx'
import { Panel } from '../ui/panel.tsx'
import { PendingRow } from './wallet-panels.tsx'

/** Pending money of the reader's wallets, in the same rows as on the page of the wallet. */
export const PendingInWallets = ({ wallets }: Pick<WireOf<typeof listPending>, 'wallets'>) => {
  const t = useText('wallets')
  return (
    <Panel title={t('inWallets')}>
      <ul aria-label={t('inWallets')}>
        {wallets.map((each) => (
          <PendingRow
            key={`${each.wallet} ${each.runAt ?? ''} ${each.reason} ${each.settlement?.id ?? ''}`}
            {...each}
            namesWallet
          />
        ))}
      </ul>
    </Panel>
  )
}
