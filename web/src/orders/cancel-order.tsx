import { cancelCardOrder, listCardOrders, readCardOrder, readCardOrderTerms } from '@cardamom/contract/orders'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

const changes = [readCardOrder, listCardOrders, readCardOrderTerms]

/** Cancels an order whose card is not in production. */
export const CancelOrder = ({ order }: { order: WireOf<typeof readCardOrder> }) => {
  const t = useText('cardOrders')
  const [isOpen, setOpen] = useState(false)
  const cancel = useAction(cancelCardOrder, { changes })
  const close = () => setOpen(false)
  const { id, canCancel, wallet, price } = order
  if (!canCancel) return null
  const send = async () => {
    await cancel.mutateAsync({ params: { id } })
    toastSuccess(t('cancel.done'))
    close()
  }
  return (
    <>
      <Button icon={Undo2} fullWidth onClick={() => setOpen(true)}>
        {t('cancel.button')}
      </Button>
      <Dialog
        open={isOpen}
        size="small"
        onClose={close}
        busy={cancel.isPending}
        title={t('cancel.title')}
        actions={
          <>
            <Button onClick={close}>{t('cancel.keep')}</Button>
            <Button variant="danger" busy={cancel.isPending} onClick={() => void send().catch(close)}>
              {t('cancel.button')}
            </Button>
          </>
        }
      >
        <p className="text-mute">
          {wallet === null ? t('cancel.free') : t('cancel.paid', { amount: moneyText(price) })}
        </p>
      </Dialog>
    </>
  )
}
