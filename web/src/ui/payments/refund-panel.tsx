import { useState } from 'react'
import { useDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { AddressText } from '../address-text.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { ExplorerLink } from '../explorer-link.tsx'
import { Panel } from '../panel.tsx'
import { amountsText, networkName, type PaymentOnWire } from './load-wire.ts'

type Refund = NonNullable<PaymentOnWire['refund']>

/** The transactions of a refund on the chain, each of one coin. */
const Payments = ({ network, refund }: { network: string; refund: Refund }) => {
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

/** A refund: its amount, address, state and transactions. The payer can withdraw it until it is approved. */
export const RefundPanel = ({
  payment,
  refund,
  withdraw,
}: {
  payment: PaymentOnWire
  refund: Refund
  /** Null: the reader is not the payer. */
  withdraw: {
    readonly mutateAsync: (call: { params: { id: string } }) => Promise<unknown>
    readonly isPending: boolean
  } | null
}) => {
  const t = useText('loads')
  const date = useDates()
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const canWithdraw = refund.canWithdraw && withdraw !== null
  const network = networkName(payment.asset.network)
  return (
    <Panel title={t(`refund.titles.${refund.status}`)}>
      <p className="num pb-1 text-xl font-semibold">{amountsText(refund.amounts)}</p>
      <p className="pb-3 text-base text-mute">
        {t('refund.requested', { when: date(refund.requestedAt, 'dayTime') })}
      </p>
      <p className="text-base text-mute">{t('refund.to', { network })}</p>
      <AddressText address={refund.address} />
      <Payments network={payment.asset.network} refund={refund} />
      <p className="py-3">{t(`refund.texts.${refund.status}`)}</p>
      {canWithdraw && <Button onClick={() => setConfirming(true)}>{t('refund.withdraw')}</Button>}
      <Dialog
        open={isConfirming && canWithdraw}
        onClose={close}
        size="small"
        busy={withdraw?.isPending === true}
        title={t('refund.withdrawTitle')}
        actions={
          <>
            <Button onClick={close}>{t('refund.withdrawNo')}</Button>
            <Button
              variant="primary"
              busy={withdraw?.isPending === true}
              onClick={() =>
                void withdraw?.mutateAsync({ params: { id: payment.id } }).then(close, () => undefined)
              }
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
