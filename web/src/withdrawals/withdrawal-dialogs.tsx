import { getWithdrawal, listWithdrawals } from '@cardamom/contract/withdrawals'
import { approveWithdrawal, rejectWithdrawal } from '@cardamom/contract/withdrawals/withdrawal-decisions'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { AddressText } from '../ui/address-text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { ProgressSteps } from '../ui/stepper.tsx'
import { Signed } from './signed-withdrawal.tsx'
import type { WithdrawalDetail } from './withdrawal-parts.tsx'

type Props = { readonly withdrawal: WithdrawalDetail; readonly open: boolean; readonly onClose: () => void }

const changes = [getWithdrawal, listWithdrawals]

/** Says why it cannot be approved: somebody was faster, or the server refused it. */
const Problem = ({ isProcessed, sentence }: { isProcessed: boolean; sentence: string | null }) => {
  const t = useText('withdrawals')
  if (isProcessed)
    return (
      <NoteBox tone="warn" role="alert" title={t('actions.processed')}>
        {t('actions.taken')}
      </NoteBox>
    )
  if (sentence === null) return null
  return (
    <NoteBox tone="bad" role="alert" title={t('actions.failed')}>
      {sentence === t('actions.failed') ? null : sentence}
    </NoteBox>
  )
}

const Approval = ({ withdrawal, onClose }: Props) => {
  const t = useText('withdrawals')
  const [isCompared, setCompared] = useState(false)
  const approve = useAction(approveWithdrawal, { changes, errors: 'none' })
  const { id, net, address, step } = withdrawal
  const { error, isPending } = approve
  const isProcessed = error?.code === 'withdrawal_processed' || (step !== 'requested' && !approve.isSuccess)
  const send = async () => {
    await approve.mutateAsync({ params: { id }, input: { net, address } })
    toastSuccess(t('actions.approved'))
    onClose()
  }
  return (
    <div className="flex flex-col gap-4">
      <ProgressSteps names={[t('actions.look'), t('actions.confirm')]} current={isPending ? 1 : 0} />
      <AddressText address={address} />
      <Signed withdrawal={withdrawal} />
      <Problem isProcessed={isProcessed} sentence={error ? sentenceOf(error) : null} />
      {!isProcessed && (
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-brand"
            checked={isCompared}
            onChange={({ target }) => setCompared(target.checked)}
          />
          <span>{t('actions.compared')}</span>
        </label>
      )}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('actions.close')}</Button>
        {!isProcessed && (
          <Button
            variant="primary"
            busy={isPending}
            disabled={!isCompared}
            onClick={() => void send().catch(() => undefined)}
          >
            {t('actions.go')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What is signed, and then its confirmation, whose own dialog leads from the passkey to the code and the password. */
export const ApproveWithdrawal = (props: Props) => {
  const t = useText('withdrawals')
  const { withdrawal, open, onClose } = props
  const { net, ownerName, companyName } = withdrawal
  const name = ownerName === '' ? companyName : ownerName
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={t('actions.approveTitle', { amount: moneyText(net), name })}
      lead={t('actions.approveLead')}
    >
      {open && <Approval {...props} />}
    </Dialog>
  )
}

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
