import { allowImpersonatedChanges } from '@cardamom/contract/access/impersonations'
import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { toastSuccess } from '../../kernel/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useContractForm } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-field.tsx'

type Props = {
  readonly userId: string
  readonly name: string
  readonly open: boolean
  readonly onClose: () => void
}

const schema = () => Promise.resolve(allowImpersonatedChanges.input)

const ReasonForm = ({ userId, onClose }: Pick<Props, 'userId' | 'onClose'>) => {
  const t = useText('impersonation')
  const request = useAction(allowImpersonatedChanges, {
    changes: [listApprovals, countApprovals],
    errors: 'fields',
    onDone: () => toastSuccess(t('changes.requested')),
  })
  const form = useContractForm({ schema, defaultValues: { reason: '' } })
  const send = async (input: { reason: string }) => {
    await request.mutateAsync({ params: { id: userId }, input })
    onClose()
  }
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
      <TextArea label={t('changes.reason')} autoFocus rows={3} maxLength={500} {...form.field('reason')} />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button type="button" onClick={onClose}>
          {t('changes.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('changes.action')}
        </Button>
      </div>
    </form>
  )
}

/** Requests that the administrator's open view of an account may change things; a second person approves it. */
export const ChangesDialog = ({ userId, name, open, onClose }: Props) => {
  const t = useText('impersonation')
  return (
    <Dialog
      open={open}
      size="small"
      onClose={onClose}
      title={t('changes.title', { name })}
      lead={t('changes.lead')}
    >
      {open && <ReasonForm userId={userId} onClose={onClose} />}
    </Dialog>
  )
}
