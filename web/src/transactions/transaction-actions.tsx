import type { TransactionDetailOnWire } from '@cardamom/contract/transactions'
import { Download } from 'lucide-react'
import { useTimeZone } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useFile } from './use-file.ts'

const done = () => undefined

/** Actions of a row: its receipt, a report to support, the load behind it. */
export const TransactionActions = ({ detail }: { detail: TransactionDetailOnWire }) => {
  const t = useText('transactions')
  const receipt = useFile('/transactions/receipt', done)
  const timeZone = useTimeZone()
  const { load, paymentId } = detail
  return (
    <div className="flex flex-col gap-3">
      <Button
        fullWidth
        icon={Download}
        busy={receipt.isBusy}
        onClick={() => receipt.save({ transactionId: detail.id, timeZone })}
      >
        {t('detail.receipt')}
      </Button>
      {paymentId !== null && (
        <ButtonLink to={`/support?payment=${detail.id}`} fullWidth>
          {t('detail.report')}
        </ButtonLink>
      )}
      {load !== null && (
        <ButtonLink to={`/load/${load.id}`} fullWidth>
          {t('detail.openLoad')}
        </ButtonLink>
      )}
    </div>
  )
}
