import { requestRefund } from '@cardamom/contract/loads/load-resolutions'
import { listLoads, readLoad } from '@cardamom/contract/loads'
import { readWallet } from '@cardamom/contract/wallets'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { networkName, type LoadOnWire } from '../ui/payments/load-wire.ts'
import { RefundDialog } from '../ui/payments/refund-dialog.tsx'

const changes = [readLoad, listLoads, readWallet]

type LoadRefundProps = { open: boolean; load: LoadOnWire; amount: string; onClose: () => void }

/** The payer of a load requests its refund. */
export const LoadRefundDialog = ({ load, onClose, ...rest }: LoadRefundProps) => {
  const t = useText('loads')
  const request = useAction(requestRefund, { errors: 'fields', changes, onDone: onClose })
  const text = t('resolution.refundText', { network: networkName(load.asset.network) })
  return <RefundDialog {...rest} payment={load} text={text} request={request} onClose={onClose} />
}
