import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { getTransfer, listTransfers, previewReversal, reverseTransfer } from '@cardamom/contract/transfers'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { TransferCheck } from './transfer-check.tsx'

type Props = {
  readonly open: boolean
  readonly id: string
  /** Who gets the money back, and how much. */
  readonly name: string
  readonly amount: string
  readonly onClose: () => void
}

const changes = [getTransfer, listTransfers, previewReversal, listApprovals, countApprovals]
const schema = () => Promise.resolve(reverseTransfer.input)

const ReasonForm = ({ id, name, amount, onClose }: Props) => {
  const t = useText('transfers')
  const reverse = useAction(reverseTransfer, { changes, errors: 'none' })
  const form = useContractForm({ schema, defaultValues: { reason: '' } })
  const { error } = reverse
  const facts = { amount: moneyText(amount), name }
  const send = async ({ reason }: { reason: string }) => {
    const answer = await reverse.mutateAsync({ params: { id }, input: { reason } })
    onClose()
    toastSuccess('approvalId' in answer ? t('review.requested') : t('reverse.done', facts))
  }
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
      <TextArea
        label={t('reverse.reason')}
        hint={t('reverse.reasonHint')}
        rows={2}
        maxLength={500}
        {...form.field('reason')}
      />
      {error && (
        <NoteBox tone="bad" role="alert" title={error.status === 0 ? t('review.lost') : sentenceOf(error)} />
      )}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('review.back')}</Button>
        <Button type="submit" variant="danger" busy={form.formState.isSubmitting}>
          {t('reverse.go', facts)}
        </Button>
      </div>
    </form>
  )
}

const Check = (props: Props) => {
  const t = useText('transfers')
  const preview = useCall(previewReversal, { params: { id: props.id }, errors: 'none' }, { staleMs: 0 })
  return (
    <Loaded
      reads={{ preview }}
      waiting={<SkeletonRows rows={8} />}
      failed={({ error, note }) => note(error.status === 0 ? t('failed') : sentenceOf(error))}
    >
      {({ preview: found }) => (
        <div className="flex flex-col gap-5">
          <TransferCheck preview={found}>
            <KvRows>
              <KvRow name={t('reverse.total', { name: found.sender.holder.name })}>
                {moneyText(found.total)}
              </KvRow>
              <KvRow name={t('reverse.feeBack')}>{moneyText(found.fee.replace('-', ''))}</KvRow>
              <KvRow name={t('reverse.net', { name: found.receiver.holder.name })} total>
                {moneyText(found.net)}
              </KvRow>
            </KvRows>
          </TransferCheck>
          <ReasonForm {...props} />
        </div>
      )}
    </Loaded>
  )
}

/** Returns a transfer with its fee, after both wallets, the journal and a reason. */
export const ReverseDialog = (props: Props) => {
  const t = useText('transfers')
  const { open, amount, name, onClose } = props
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="form"
      title={t('reverse.title', { amount: moneyText(amount), name })}
      lead={t('reverse.lead')}
    >
      {open && <Check {...props} />}
    </Dialog>
  )
}
