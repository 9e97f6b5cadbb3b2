import { getWithdrawal, listWithdrawals } from '@cardamom/contract/withdrawals'
import { rejectWithdrawal } from '@cardamom/contract/withdrawals/withdrawal-decisions'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import type { WithdrawalDetail } from './withdrawal-parts.tsx'

type Props = { readonly withdrawal: WithdrawalDetail; readonly open: boolean; readonly onClose: () => void }

const changes = [getWithdrawal, listWithdrawals]

/** Rejects a withdrawal with a reason; its money is released. */
export const RejectWithdrawal = ({ withdrawal: { id, amount }, open, onClose }: Props) => {
  const t = useText('withdrawals')
  const reject = useAction(rejectWithdrawal, { changes })
  const send = async (reason: string) => {
    await reject.mutateAsync({ params: { id }, input: { reason } })
    toastSuccess(t('actions.rejected'))
  }
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      schema={rejectWithdrawal.input}
      send={send}
      texts={{
        title: t('actions.rejectTitle', { amount: moneyText(amount) }),
        effects: [t('actions.rejectEffect')],
        reason: t('actions.reason'),
        cancel: t('actions.cancel'),
        submit: t('actions.reject'),
      }}
    />
  )
}
