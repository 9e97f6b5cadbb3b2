import {
  activateUser,
  deactivateUser,
  endUserSessions,
  resetPassword,
  resetToDefaultPassword,
  updateUser,
  verifyUserEmail,
} from '@cardamom/contract/access/user-access'
import { getUser, listUsers, listUserSessions } from '@cardamom/contract/access/users'
import { Building2, FlaskConical, KeyRound, LogOut, MailCheck, UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import { ImpersonateButton } from './impersonation/impersonate-button.tsx'
import type { UserRecord } from './use-user.tsx'
import type { NoteAction } from './user-note-dialog.tsx'

const NoteDialog = dialogPart(async () => (await import('./user-note-dialog.tsx')).UserNoteDialog)

const CompanyDialog = dialogPart(async () => (await import('./user-company-dialog.tsx')).UserCompanyDialog)

const changes = [getUser, listUsers, listUserSessions]

/** The actions with a note, each by its call. */
const useActionsWithNote = ({
  id,
  name,
}: UserRecord): Record<NoteAction, (note: string) => Promise<unknown>> => {
  const t = useText('users')
  const tell = (word: NoteAction) => () => toastSuccess(t(`actions.${word}.done`, { name }))
  const off = useAction(deactivateUser, { changes, errors: 'fields', onDone: tell('deactivate') })
  const on = useAction(activateUser, { changes, errors: 'fields', onDone: tell('activate') })
  const reset = useAction(resetPassword, { changes, errors: 'fields', onDone: tell('resetPassword') })
  const toDefault = useAction(resetToDefaultPassword, {
    changes,
    errors: 'fields',
    onDone: tell('resetToDefault'),
  })
  const params = { id }
  return {
    deactivate: (note) => off.mutateAsync({ params, input: { note } }),
    activate: (note) => on.mutateAsync({ params, input: { note } }),
    resetPassword: (note) => reset.mutateAsync({ params, input: { note } }),
    resetToDefault: (note) => toDefault.mutateAsync({ params, input: { note } }),
  }
}

const NoteButtons = ({ user }: { user: UserRecord }) => {
  const t = useText('users')
  const can = useCan()
  const run = useActionsWithNote(user)
  const [action, setAction] = useState<NoteAction>('resetPassword')
  const [isOpen, setIsOpen] = useState(false)
  const open = (next: NoteAction) => {
    setAction(next)
    setIsOpen(true)
  }
  const isOff = user.status === 'inactive'
  return (
    <>
      {can('users.reset_password') && (
        <Button icon={KeyRound} onClick={() => open('resetPassword')}>
          {t('actions.resetPassword.button')}
        </Button>
      )}
      {user.defaultPassword?.isOffered && (
        <Button icon={KeyRound} onClick={() => open('resetToDefault')}>
          {t('actions.resetToDefault.button')}
        </Button>
      )}
      {can('users.activate') && (
        <Button
          variant={isOff ? 'primary' : 'danger'}
          icon={isOff ? UserCheck : UserX}
          onClick={() => open(isOff ? 'activate' : 'deactivate')}
        >
          {t(isOff ? 'actions.activate.button' : 'actions.deactivate.button')}
        </Button>
      )}
      <NoteDialog
        open={isOpen}
        action={action}
        name={user.name}
        run={run[action]}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}

const LogOutButton = ({ id }: { id: string }) => {
  const t = useText('users')
  const end = useAction(endUserSessions, {
    changes,
    onDone: ({ ended }) => toastSuccess(t('actions.logOut.done', { count: ended })),
  })
  return (
    <Button icon={LogOut} busy={end.isPending} onClick={() => end.mutate({ params: { id } })}>
      {t('actions.logOut.button')}
    </Button>
  )
}

const VerifyButton = ({ id }: { id: string }) => {
  const t = useText('users')
  const verify = useAction(verifyUserEmail, {
    changes,
    onDone: ({ email }) => toastSuccess(t('actions.verify.done', { email })),
  })
  return (
    <Button icon={MailCheck} busy={verify.isPending} onClick={() => verify.mutate({ params: { id } })}>
      {t('actions.verify.button')}
    </Button>
  )
}

const TestButton = ({ user: { id, isTest, version } }: { user: UserRecord }) => {
  const t = useText('users')
  const update = useAction(updateUser, { changes, onDone: () => toastSuccess(t('actions.test.done')) })
  return (
    <Button
      icon={FlaskConical}
      busy={update.isPending}
      onClick={() => update.mutate({ params: { id }, ifMatch: String(version), input: { isTest: !isTest } })}
    >
      {t(isTest ? 'actions.test.off' : 'actions.test.on')}
    </Button>
  )
}

const CompanyButton = ({ user }: { user: UserRecord }) => {
  const t = useText('users')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={Building2} onClick={() => setIsOpen(true)}>
        {t('company.button')}
      </Button>
      <CompanyDialog open={isOpen} user={user} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** Which actions the reader may do with this account now. */
const useRights = ({ kind, status, emailVerifiedAt, security }: UserRecord) => {
  const can = useCan()
  return {
    impersonate: can('users.impersonate') && status === 'active',
    verify: can('users.update') && emailVerifiedAt === null,
    test: can('users.update'),
    company: can('users.change_company') && can('companies.view') && kind === 'cardholder',
    logOut: can('sessions.revoke') && security?.openSessions !== 0,
    note: can('users.reset_password') || can('users.activate'),
  }
}

/** What the reader may do with this account. Each is confirmed, and the audit records it. */
export const UserActions = ({ user }: { user: UserRecord }) => {
  const t = useText('users')
  const rights = useRights(user)
  if (!Object.values(rights).includes(true)) return null
  return (
    <Panel title={t('actions.title')}>
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        {rights.impersonate && <ImpersonateButton userId={user.id} name={user.name} />}
        {rights.verify && <VerifyButton id={user.id} />}
        {rights.test && <TestButton user={user} />}
        {rights.company && <CompanyButton user={user} />}
        {rights.logOut && <LogOutButton id={user.id} />}
        {rights.note && <NoteButtons user={user} />}
      </div>
    </Panel>
  )
}
