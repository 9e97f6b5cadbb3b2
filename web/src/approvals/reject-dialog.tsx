import { getApproval, listApprovals, countApprovals, rejectRequest } from '@cardamom/contract/approvals'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { TextArea } from '../ui/text-field.tsx'

type Props = { readonly id: string; readonly open: boolean; readonly onClose: () => void }

const schema = () => Promise.resolve(rejectRequest.input)

const NoteForm = ({ id, onClose }: Omit<Props, 'open'>) => {
  const t = useText('approvals')
  const changes = [listApprovals, countApprovals, getApproval]
  const reject = useAction(rejectRequest, { changes, errors: 'fields' })
  const form = useContractForm({ schema, defaultValues: { note: '' } })
  const send = async (input: { note: string }) => {
    await reject.mutateAsync({ params: { id }, input })
    onClose()
  }
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
      <TextArea label={t('rejecting.note')} autoFocus rows={3} maxLength={500} {...form.field('note')} />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button type="button" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="danger" busy={form.formState.isSubmitting}>
          {t('reject')}
        </Button>
      </div>
    </form>
  )
}

/** Requests the note of a rejection. */
export const RejectDialog = ({ open, ...props }: Props) => {
  const t = useText('approvals')
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      size="small"
      title={t('rejecting.title')}
      lead={t('rejecting.lead')}
    >
      {open && <NoteForm {...props} />}
    </Dialog>
  )
}
