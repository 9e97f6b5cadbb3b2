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
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
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
      <ConfirmDialog
        open={isOpen}
        title={t('details.cancelTitle')}
        confirm={t('details.cancel')}
        back={t('details.cancelNo')}
        busy={cancel.isPending}
        onConfirm={() => void send().catch(close)}
        onClose={close}
      >
        {t('details.cancelText')}
      </ConfirmDialog>
    </div>
  )
}
