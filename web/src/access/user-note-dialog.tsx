import { deactivateUser } from '@cardamom/contract/access/user-access'
import { useText } from '../kernel/i18n.tsx'
import { ReasonDialog } from '../ui/reason-dialog.tsx'

/** What an administrator does with an account and writes a note about. */
export type NoteAction = 'deactivate' | 'activate' | 'resetPassword' | 'resetToDefault'

type Props = {
  readonly open: boolean
  readonly action: NoteAction
  readonly name: string
  readonly run: (note: string) => Promise<unknown>
  readonly onClose: () => void
}

const effects = {
  deactivate: ['sessions', 'login', 'cards', 'undo'],
  activate: ['login', 'cards'],
  resetPassword: ['password', 'sessions', 'mail', 'withdrawals'],
  resetToDefault: ['password', 'sessions', 'page', 'notice', 'withdrawals'],
} as const

/** Says what will happen to the account, and takes the note for the audit. */
export const UserNoteDialog = ({ action, name, run, ...props }: Props) => {
  const t = useText('users')
  return (
    <ReasonDialog
      {...props}
      // The inputs of the four calls are the same.
      schema={deactivateUser.input}
      field="note"
      variant={action === 'activate' ? 'primary' : 'danger'}
      send={run}
      texts={{
        title: t(`actions.${action}.title`, { name }),
        effects: effects[action].map((each) =>
          t(`actions.${action}.${each}` as 'actions.deactivate.sessions'),
        ),
        reason: t('actions.note'),
        cancel: t('actions.cancel'),
        submit: t(`actions.${action}.button`),
      }}
    />
  )
}
