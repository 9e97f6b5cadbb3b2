import { resetFactors } from '@cardamom/contract/access/user-access'
import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { TextArea } from '../ui/text-field.tsx'

type Props = {
  readonly open: boolean
  readonly person: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

const effects = ['second', 'sessions', 'login', 'withdrawals'] as const
const schema = () => Promise.resolve(resetFactors.input)

const ResetForm = ({ person: { id }, onClose }: Omit<Props, 'open'>) => {
  const t = useText('users')
  const send = useAction(resetFactors, {
    changes: [listApprovals, countApprovals],
    errors: 'fields',
    onDone: () => toastSuccess(t('factors.reset.done')),
  })
  const form = useContractForm({ schema, defaultValues: { reason: '' } })
  const submit = async (input: { reason: string }) => {
    await send.mutateAsync({ params: { id }, input })
    onClose()
  }
  return (
    <form noValidate onSubmit={form.send(submit)} className="flex flex-col gap-5">
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {effects.map((effect) => (
          <li key={effect}>{t(`factors.reset.${effect}`)}</li>
        ))}
      </ul>
      <TextArea label={t('factors.reset.reason')} rows={3} maxLength={500} {...form.field('reason')} />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('actions.cancel')}</Button>
        <Button type="submit" variant="danger" busy={form.formState.isSubmitting}>
          {t('factors.reset.action')}
        </Button>
      </div>
    </form>
  )
}

/** Requests that all second steps of a person are removed; a second administrator approves it. */
export const FactorResetDialog = ({ open, person, onClose }: Props) => {
  const t = useText('users')
  return (
    <Dialog
      open={open}
      size="small"
      onClose={onClose}
      title={t('factors.reset.title', { name: person.name })}
    >
      {open && <ResetForm person={person} onClose={onClose} />}
    </Dialog>
  )
}
