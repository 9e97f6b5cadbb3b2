import { cancelCardOrder, listCardOrders, readCardOrder, readCardOrderTerms } from '@cardamom/contract/orders'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

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
      <ConfirmDialog
        open={isOpen}
        title={t('cancel.title')}
        confirm={t('cancel.button')}
        back={t('cancel.keep')}
        busy={cancel.isPending}
        onConfirm={() => void send().catch(close)}
        onClose={close}
      >
        {wallet === null ? t('cancel.free') : t('cancel.paid', { amount: moneyText(price) })}
      </ConfirmDialog>
    </>
  )
}
