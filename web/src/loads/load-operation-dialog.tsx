import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import {
  creditCompanyLoad,
  getCompanyLoad,
  listCompanyLoads,
  refundCompanyLoad,
  reverseCompanyLoad,
  stopCompanyRefund,
  undoCompanyLoad,
} from '@cardamom/contract/loads/company-loads'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { AmountInput } from '../ui/wallets/money-form.tsx'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import { LoadPartPreview } from './load-part-preview.tsx'
import { TextArea } from '../ui/text-field.tsx'

type Facts = { readonly net: string; readonly amount: string; readonly name: string }
type Operation = 'credit' | 'refund' | 'stopRefund' | 'undo' | 'reverse'
type Props = {
  readonly open: boolean
  readonly operation: Operation | null
  readonly id: string
  readonly net: string
  /** What is left of the load: a part of it can be undone or reversed. */
  readonly gross: string
  /** Where the payer wants the refund; empty while none is requested. */
  readonly address: string
  readonly facts: Facts
  readonly onClose: () => void
}

const changes = [getCompanyLoad, listCompanyLoads, listApprovals, countApprovals]
const schema = async () => {
  const { TypedAmount } = await import('../ui/wallets/typed-amount-rule.ts')
  return refundCompanyLoad.input.pick({ reason: true }).extend({ amount: TypedAmount })
}

const ReasonForm = ({ operation, id, net, gross, address, onClose }: Props) => {
  const t = useText('companyLoads')
  const credit = useAction(creditCompanyLoad, { changes, errors: 'fields' })
  const refund = useAction(refundCompanyLoad, { changes, errors: 'fields' })
  const stop = useAction(stopCompanyRefund, { changes, errors: 'fields' })
  const undo = useAction(undoCompanyLoad, { changes, errors: 'fields' })
  const reverse = useAction(reverseCompanyLoad, { changes, errors: 'fields' })
  const form = useContractForm({ schema, defaultValues: { reason: '', amount: gross } })
  const isDivisible = operation === 'undo' || operation === 'reverse'
  const submit = async ({ reason, amount }: { reason: string; amount: string }) => {
    const params = { id }
    const undone = { gross: amountOf(amount) ?? gross, reason }
    const send = {
      credit: () => credit.mutateAsync({ params, input: { net, reason } }),
      refund: () => refund.mutateAsync({ params, input: { address, reason } }),
      reverse: () => reverse.mutateAsync({ params, input: undone }),
      undo: () => undo.mutateAsync({ params, input: undone }),
      stopRefund: () => stop.mutateAsync({ params, input: { reason } }),
    }
    const answer = await send[operation ?? 'refund']()
    onClose()
    toastSuccess(t(answer === null ? 'operation.done' : 'operation.requested'))
  }
  return (
    <form noValidate onSubmit={form.send(submit)} className="flex flex-col gap-5">
      {isDivisible && (
        <>
          <AmountInput label={t('part.amount')} hint={t('part.amountHint')} {...form.field('amount')} />
          <LoadPartPreview id={id} gross={gross} net={net} typed={form.watch('amount')} />
        </>
      )}
      <TextArea
        label={t('operation.reason')}
        hint={t('operation.reasonHint')}
        autoFocus={!isDivisible}
        rows={3}
        maxLength={500}
        {...form.field('reason')}
      />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button type="button" onClick={onClose}>
          {t('operation.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('operation.go')}
        </Button>
      </div>
    </form>
  )
}

/** Requests an operation with its reason; above the limit of the settings a second administrator approves it. */
export const LoadOperationDialog = (props: Props) => {
  const t = useText('companyLoads')
  const [last, setLast] = useState(props.operation)
  if (props.operation !== null && props.operation !== last) setLast(props.operation)
  if (last === null) return null
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      size="small"
      title={t(`operation.${last}.title`, props.facts)}
      lead={t(`operation.${last}.lead`)}
    >
      {props.open && <ReasonForm key={last} {...props} operation={last} />}
    </Dialog>
  )
}
