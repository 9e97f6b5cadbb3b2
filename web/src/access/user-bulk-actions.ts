import { liftLockoutsOfUsers } from '@cardamom/contract/access/security'
import { activateUsers, deactivateUsers } from '@cardamom/contract/access/user-access'
import { LockOpen, UserCheck, UserX } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import type { BulkAction } from '../ui/list/bulk-action.ts'

/** What can be done with the selected people of the list. */
export const useUserBulkActions = (): readonly BulkAction[] => {
  const t = useText('users')
  return [
    {
      name: 'deactivate',
      button: t('bulk.deactivate.button'),
      effect: t('bulk.deactivate.effect'),
      call: deactivateUsers,
      tag: 'users.activate',
      icon: UserX,
      isDangerous: true,
      undoneBy: 'activate',
    },
    {
      name: 'activate',
      button: t('bulk.activate.button'),
      effect: t('bulk.activate.effect'),
      call: activateUsers,
      tag: 'users.activate',
      icon: UserCheck,
      undoneBy: 'deactivate',
    },
    {
      name: 'liftLockouts',
      button: t('bulk.liftLockouts.button'),
      effect: t('bulk.liftLockouts.effect'),
      call: liftLockoutsOfUsers,
      tag: 'sessions.revoke',
      icon: LockOpen,
    },
  ]
}
