import { deactivateUser } from '@cardamom/contract/access/user-access'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { TextArea } from '../ui/text-field.tsx'

/** What an administrator does with an account and writes a note about. */
export type NoteAction = 'deactivate' | 'activate' | 'resetPassword' | 'resetToDefault'

type Props = {
  readonly open: boolean
  readonly action: NoteAction
  readonly name: string
  readonly run: (note: string) => Promise<unknown>
  readonly onClose: () => void
}

// The inputs of the four calls are the same.
const schema = () => Promise.resolve(deactivateUser.input)

const effects = {
  deactivate: ['sessions', 'login', 'cards', 'undo'],
  activate: ['login', 'cards'],
  resetPassword: ['password', 'sessions', 'mail', 'withdrawals'],
  resetToDefault: ['password', 'sessions', 'page', 'notice', 'withdrawals'],
} as const

const NoteForm = ({ action, run, onClose }: Omit<Props, 'open' | 'name'>) => {
  const t = useText('users')
  const form = useContractForm({ schema, defaultValues: { note: '' } })
  const send = async ({ note }: { note: string }) => {
    await run(note)
    onClose()
  }
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {effects[action].map((each) => (
          <li key={each}>{t(`actions.${action}.${each}` as 'actions.deactivate.sessions')}</li>
        ))}
      </ul>
      <TextArea label={t('actions.note')} rows={3} maxLength={500} {...form.field('note')} />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button type="button" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button
          type="submit"
          variant={action === 'activate' ? 'primary' : 'danger'}
          busy={form.formState.isSubmitting}
        >
          {t(`actions.${action}.button`)}
        </Button>
      </div>
    </form>
  )
}

/** Says what will happen to the account, and takes the note for the audit. */
export const UserNoteDialog = ({ open, name, ...props }: Props) => {
  const t = useText('users')
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      size="small"
      title={t(`actions.${props.action}.title`, { name })}
    >
      {open && <NoteForm {...props} />}
    </Dialog>
  )
}
