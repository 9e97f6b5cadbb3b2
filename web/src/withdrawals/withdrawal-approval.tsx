import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { proofSteps } from '../kernel/proof-steps.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { AddressText } from '../ui/address-text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { ProgressSteps } from '../ui/stepper.tsx'
import { Checkbox } from '../ui/toggles.tsx'
import { Signed } from './signed-withdrawal.tsx'
import { approvalSteps, useApproval } from './use-approval.ts'
import type { WithdrawalDetail } from './withdrawal-parts.tsx'

preloadText('stepUp')

type Props = { readonly withdrawal: WithdrawalDetail; readonly open: boolean; readonly onClose: () => void }
type Approval = ReturnType<typeof useApproval>

/** Why it is not approved: another person was faster, the server refused it, or its answer is not known. */
const Problem = ({ approval, isProcessed }: { approval: Approval; isProcessed: boolean }) => {
  const t = useText('withdrawals')
  const { problem, findAnswer, isSending } = approval
  if (isProcessed)
    return (
      <NoteBox tone="warn" role="alert" title={t('actions.processed')}>
        {t('actions.taken')}
      </NoteBox>
    )
  if (problem?.kind === 'lost')
    return (
      <NoteBox
        tone="warn"
        role="alert"
        title={t('actions.lost')}
        action={
          <Button size="small" busy={isSending} onClick={findAnswer}>
            {t('actions.find')}
          </Button>
        }
      >
        {t('actions.lostText')}
      </NoteBox>
    )
  if (problem === null) return null
  const sentence = problem.kind === 'none' ? t('actions.none') : problem.sentence
  return (
    <NoteBox tone="bad" role="alert" title={t('actions.failed')}>
      {sentence === t('actions.failed') ? null : sentence}
    </NoteBox>
  )
}

/** The steps, and for a screen reader the present one at each change. */
const Steps = ({ step }: Pick<Approval, 'step'>) => {
  const t = useText('withdrawals')
  const u = useText('ui')
  const names = approvalSteps.map((each) => t(`actions.steps.${each}`))
  const current = approvalSteps.indexOf(step)
  return (
    <>
      <ProgressSteps names={names} current={current} />
      <p role="status" className="sr-only">
        {u('stepOf', {
          step: String(current + 1),
          steps: String(names.length),
          name: names[current] ?? '',
        })}
      </p>
    </>
  )
}

/** The proofs, below what they sign. Back is possible until the first one was accepted. */
const Proofs = ({ withdrawal, approval }: { withdrawal: WithdrawalDetail; approval: Approval }) => {
  const t = useText('withdrawals')
  const ProofSteps = useSyncExternalStore(proofSteps.listen, proofSteps.read)
  const { request, step, setStep, grant, cancel } = approval
  return (
    <>
      <KvRows>
        <KvRow name={t('fields.net')} total>
          {moneyText(withdrawal.net)}
        </KvRow>
      </KvRows>
      <AddressText address={withdrawal.address} />
      {request && ProofSteps && (
        <ProofSteps
          request={request}
          answer={grant}
          onStep={(next) => setStep(next === 'factor' ? 'passkey' : next)}
        />
      )}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={cancel}>{t(step === 'passkey' ? 'actions.back' : 'actions.cancel')}</Button>
      </div>
    </>
  )
}

type SignedStepProps = Pick<Props, 'withdrawal' | 'onClose'> & {
  readonly approval: Approval
  readonly isProcessed: boolean
}

/** What is signed: the amount, the address and its risk. */
const SignedStep = ({ withdrawal, approval, isProcessed, onClose }: SignedStepProps) => {
  const t = useText('withdrawals')
  const [isCompared, setCompared] = useState(false)
  const isOver = isProcessed || approval.problem?.kind === 'lost'
  return (
    <>
      <AddressText address={withdrawal.address} />
      <Signed withdrawal={withdrawal} />
      {!isOver && (
        <Checkbox checked={isCompared} onChange={({ target }) => setCompared(target.checked)}>
          {t('actions.compared')}
        </Checkbox>
      )}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('actions.close')}</Button>
        {!isOver && (
          <Button
            variant="primary"
            busy={approval.isSending}
            disabled={!isCompared}
            onClick={() => approval.start()}
          >
            {t('actions.go')}
          </Button>
        )}
      </div>
    </>
  )
}

/** One stepper: what is signed, then passkey, code and password (domain §9). */
export const ApproveWithdrawal = ({ withdrawal, open, onClose }: Props) => {
  const t = useText('withdrawals')
  const { net, ownerName, companyName, step: now } = withdrawal
  const name = ownerName === '' ? companyName : ownerName
  const top = useRef<HTMLDivElement>(null)
  const approval = useApproval(withdrawal, () => {
    toastSuccess(t('actions.approved'))
    onClose()
  })
  const { request, problem, isSending, step } = approval
  const isProcessed = problem?.kind === 'processed' || (now !== 'requested' && !isSending && problem === null)
  const isBack = request === null
  const wasOpen = useRef(false)
  // The focus follows the steps: the proofs focus their own fields, and what is signed is read again after them.
  useEffect(() => {
    if (open && wasOpen.current && isBack) top.current?.focus()
    wasOpen.current = open
  }, [open, isBack])
  const isProving = request !== null && !isProcessed
  return (
    <Dialog
      open={open}
      onClose={() => {
        approval.cancel()
        onClose()
      }}
      busy={isSending}
      size="small"
      title={t('actions.approveTitle', { amount: moneyText(net), name })}
      lead={t('actions.approveLead')}
    >
      {open && (
        <div ref={top} tabIndex={-1} className="flex flex-col gap-4 outline-none">
          <Steps step={isProving || step === 'check' ? step : 'check'} />
          <Problem approval={approval} isProcessed={isProcessed} />
          {isProving ? (
            <Proofs withdrawal={withdrawal} approval={approval} />
          ) : (
            <SignedStep
              withdrawal={withdrawal}
              approval={approval}
              isProcessed={isProcessed}
              onClose={onClose}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}
