import {
  getOwnWithdrawal,
  getWithdrawal,
  listOwnWithdrawals,
  listWithdrawals,
} from '@cardamom/contract/withdrawals'
import { cancelWithdrawal, readWithdrawalTerms } from '@cardamom/contract/withdrawals/withdrawal-requests'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Withdrawal } from './withdrawal-parts.tsx'

const changes = [getOwnWithdrawal, getWithdrawal, listOwnWithdrawals, listWithdrawals, readWithdrawalTerms]

/** Cancels a withdrawal that waits for its approval. */
export const CancelWithdrawal = ({ withdrawal: { id, canCancel } }: { withdrawal: Withdrawal }) => {
  const t = useText('ownWithdrawals')
  const [isOpen, setOpen] = useState(false)
  const cancel = useAction(cancelWithdrawal, { changes })
  const close = () => setOpen(false)
  if (!canCancel) return null
  const send = async () => {
    await cancel.mutateAsync({ params: { id } })
    toastSuccess(t('details.cancelDone'))
    close()
  }
  return (
    <div>
      <Button icon={Undo2} onClick={() => setOpen(true)}>
        {t('details.cancel')}
      </Button>
      <Dialog
        open={isOpen}
        size="small"
        onClose={close}
        busy={cancel.isPending}
        title={t('details.cancelTitle')}
        actions={
          <>
            <Button onClick={close}>{t('details.cancelNo')}</Button>
            <Button variant="danger" busy={cancel.isPending} onClick={() => void send().catch(close)}>
              {t('details.cancel')}
            </Button>
          </>
        }
      >
        <p className="text-mute">{t('details.cancelText')}</p>
      </Dialog>
    </div>
  )
}
