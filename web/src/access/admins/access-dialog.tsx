import { getAdmin, listAdmins } from '@cardamom/contract/access/admins'
import { liftLockouts } from '@cardamom/contract/access/security'
import { activateUser, deactivateUser } from '@cardamom/contract/access/user-access'
import { listLockouts } from '@cardamom/contract/identity/lockouts'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { toastSuccess } from '../../kernel/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useContractForm } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import type { AdminRecord } from './use-admin-rights.ts'

/** What is done to a person with a note. */
export type AccessAction = 'deactivate' | 'activate' | 'lift'
type Props = {
  readonly open: boolean
  readonly action: AccessAction
  readonly admin: Pick<AdminRecord, 'id' | 'name'>
  readonly onClose: () => void
}

const calls = { deactivate: deactivateUser, activate: activateUser, lift: liftLockouts }
/** What happens, one sentence each. */
const effects = {
  deactivate: ['sessions', 'login', 'grants', 'undo'],
  activate: ['login', 'permissions'],
  lift: ['tries', 'mail'],
} as const
const schema = () => Promise.resolve(deactivateUser.input)

const AccessForm = ({ action, admin: { id, name }, onClose }: Omit<Props, 'open'>) => {
  const t = useText('admins')
  const send = useAction<(typeof calls)[AccessAction]>(calls[action], {
    changes: [getAdmin, listAdmins, listLockouts],
    errors: 'fields',
    onDone: () => toastSuccess(t(`${action}.done`, { name })),
  })
  const form = useContractForm({ schema, defaultValues: { note: '' } })
  const submit = async (input: { note: string }) => {
    await send.mutateAsync({ params: { id }, input })
    onClose()
  }
  return (
    <form noValidate onSubmit={form.send(submit)} className="flex flex-col gap-5">
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {effects[action].map((effect) => (
          <li key={effect}>{t(`${action}.effects.${effect}` as 'activate.effects.login')}</li>
        ))}
      </ul>
      <TextArea
        label={t('note.label')}
        hint={t('note.hint')}
        rows={3}
        maxLength={500}
        {...form.field('note')}
      />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          type="submit"
          variant={action === 'deactivate' ? 'danger' : 'primary'}
          busy={form.formState.isSubmitting}
        >
          {t(`${action}.action`)}
        </Button>
      </div>
    </form>
  )
}

/** Says what happens to a person, and does it with a note that the audit stores. */
export const AccessDialog = ({ open, ...props }: Props) => {
  const t = useText('admins')
  const { action, admin, onClose } = props
  return (
    <Dialog open={open} size="small" onClose={onClose} title={t(`${action}.title`, { name: admin.name })}>
      {open && <AccessForm {...props} />}
    </Dialog>
  )
}
