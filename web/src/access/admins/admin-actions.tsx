import { getAdmin, inviteAdmin, listAdmins } from '@cardamom/contract/access/admins'
import { listLockouts } from '@cardamom/contract/identity/lockouts'
import { LockOpen, LogOut, Mail, Pencil, ShieldPlus, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useAction, useCall } from '../../kernel/query.ts'
import { toastSuccess } from '../../kernel/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { dialogPart } from '../../ui/dialog.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { FactorReset } from '../factor-reset.tsx'
import type { AccessAction } from './access-dialog.tsx'
import { useAdminRights, type AdminRecord } from './use-admin-rights.ts'

const AccessDialog = dialogPart(async () => (await import('./access-dialog.tsx')).AccessDialog)
const EditDialog = dialogPart(async () => (await import('./edit-admin-dialog.tsx')).EditAdminDialog)
const TopRoleDialog = dialogPart(async () => (await import('./top-role-dialog.tsx')).TopRoleDialog)
const EndSessionsDialog = dialogPart(
  async () => (await import('./end-sessions-dialog.tsx')).EndSessionsDialog,
)

/** Whether attempts of this person are counted or blocked, here or at the step-up provider. */
const useHasLockout = (id: string, enabled: boolean): boolean => {
  const { data } = useCall(
    listLockouts,
    { input: { userId: id }, errors: 'none' },
    { enabled, live: ['user.'], staleMs: 0 },
  )
  return data !== undefined && data.items.length + data.provider.items.length > 0
}

const Invitation = ({ admin: { id, name, email } }: { admin: AdminRecord }) => {
  const t = useText('admins')
  const invite = useAction(inviteAdmin, {
    changes: [getAdmin, listAdmins],
    onDone: () => toastSuccess(t('invitation.done', { name, email })),
  })
  return (
    <NoteBox
      tone="info"
      title={t('invitation.title')}
      action={
        <Button
          size="small"
          icon={Mail}
          busy={invite.isPending}
          onClick={() => invite.mutate({ params: { id } })}
        >
          {t('invitation.action')}
        </Button>
      }
    >
      {t('invitation.body')}
    </NoteBox>
  )
}

type DialogName = AccessAction | 'edit' | 'endSessions' | 'topRole'

/** What the reader may do with one administrator; what they may not do is not shown. */
export const AdminActions = ({ admin }: { admin: AdminRecord }) => {
  const t = useText('admins')
  const rights = useAdminRights(admin)
  const [opened, setOpened] = useState<DialogName | null>(null)
  // A dialog that is closing still shows what it was opened for.
  const [access, setAccess] = useState<AccessAction>('deactivate')
  const isLocked = useHasLockout(admin.id, rights.maySeeLockouts)
  const close = () => setOpened(null)
  const openAccess = (action: AccessAction) => {
    setAccess(action)
    setOpened(action)
  }
  const isInactive = admin.status === 'inactive'
  return (
    <>
      {rights.mayInvite && <Invitation admin={admin} />}
      {isLocked && (
        <NoteBox
          tone="warn"
          role="status"
          title={t('lift.note')}
          action={
            rights.mayLift && (
              <Button size="small" icon={LockOpen} onClick={() => openAccess('lift')}>
                {t('lift.action')}
              </Button>
            )
          }
        />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {rights.mayChange && (
          <Button icon={Pencil} onClick={() => setOpened('edit')}>
            {t('edit.action')}
          </Button>
        )}
        {rights.mayEndSessions && admin.openSessions > 0 && (
          <Button icon={LogOut} onClick={() => setOpened('endSessions')}>
            {t('endSessions.action')}
          </Button>
        )}
        {rights.mayResetFactors && <FactorReset person={admin} />}
        {rights.mayRaise && (
          <Button icon={ShieldPlus} onClick={() => setOpened('topRole')}>
            {t('topRole.action')}
          </Button>
        )}
        {rights.mayActivate && isInactive && (
          <Button icon={UserCheck} onClick={() => openAccess('activate')}>
            {t('activate.action')}
          </Button>
        )}
        {rights.mayActivate && !isInactive && (
          <Button variant="danger" onClick={() => openAccess('deactivate')}>
            {t('deactivate.action')}
          </Button>
        )}
      </div>
      <EditDialog open={opened === 'edit'} admin={admin} onClose={close} />
      <TopRoleDialog open={opened === 'topRole'} admin={admin} onClose={close} />
      <EndSessionsDialog open={opened === 'endSessions'} admin={admin} onClose={close} />
      <AccessDialog open={opened === access} action={access} admin={admin} onClose={close} />
    </>
  )
}
