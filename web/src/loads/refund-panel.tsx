import { withdrawRefundRequest } from '@cardamom/contract/loads/load-resolutions'
import { readLoad } from '@cardamom/contract/loads'
import { useState } from 'react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ExplorerLink } from '../ui/explorer-link.tsx'
import { Panel } from '../ui/panel.tsx'
import { AddressText } from '../ui/address-text.tsx'
import { networkName, type LoadOnWire } from '../ui/payments/load-wire.ts'
import { amountsText } from './resolution-panel.tsx'

/** The transactions of a refund on the chain, each of one coin. */
const Payments = ({ network, refund }: { network: string; refund: NonNullable<LoadOnWire['refund']> }) => {
  const t = useText('loads')
  return refund.payments.map(({ asset, txHash, step }) =>
    txHash === null ? null : (
      <div key={asset} className="pt-2">
        <p className="text-base text-mute">{t(`refund.payment.${step}`, { asset })}</p>
        <AddressText address={txHash} />
        <ExplorerLink network={network} txId={txHash}>
          {t('explorer')}
        </ExplorerLink>
      </div>
    ),
  )
}

/** A refund: its amount, address, state and transactions. The person can withdraw it until it is approved. */
export const RefundPanel = ({
  load,
  refund,
}: {
  load: LoadOnWire
  refund: NonNullable<LoadOnWire['refund']>
}) => {
  const t = useText('loads')
  const date = useDates()
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const withdraw = useAction(withdrawRefundRequest, { changes: [readLoad], onDone: close })
  const network = networkName(load.asset.network)
  return (
    <Panel title={t(`refund.titles.${refund.status}`)}>
      <p className="num pb-1 text-xl font-semibold">{amountsText(refund.amounts)}</p>
      <p className="pb-3 text-base text-mute">
        {t('refund.requested', { when: date(refund.requestedAt, 'dayTime') })}
      </p>
      <p className="text-base text-mute">{t('refund.to', { network })}</p>
      <AddressText address={refund.address} />
      <Payments network={load.asset.network} refund={refund} />
      <p className="py-3">{t(`refund.texts.${refund.status}`)}</p>
      {refund.canWithdraw && <Button onClick={() => setConfirming(true)}>{t('refund.withdraw')}</Button>}
      <Dialog
        open={isConfirming && refund.canWithdraw}
        onClose={close}
        size="small"
        busy={withdraw.isPending}
        title={t('refund.withdrawTitle')}
        actions={
          <>
            <Button onClick={close}>{t('refund.withdrawNo')}</Button>
            <Button
              variant="primary"
              busy={withdraw.isPending}
              onClick={() => withdraw.mutate({ params: { id: load.id } })}
            >
              {t('refund.withdraw')}
            </Button>
          </>
        }
      >
        <p className="text-mute">{t('refund.withdrawText')}</p>
      </Dialog>
    </Panel>
  )
}
