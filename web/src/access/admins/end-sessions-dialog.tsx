import { getAdmin, listAdmins } from '@cardamom/contract/access/admins'
import { endUserSessions } from '@cardamom/contract/access/user-access'
import { LogOut } from 'lucide-react'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { toastSuccess } from '../../kernel/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { AdminRecord } from './use-admin-rights.ts'

/** Logs a person out on every device. */
export const EndSessionsDialog = ({
  open,
  admin: { id, name, openSessions },
  onClose,
}: {
  open: boolean
  admin: AdminRecord
  onClose: () => void
}) => {
  const t = useText('admins')
  const end = useAction(endUserSessions, {
    changes: [getAdmin, listAdmins],
    onDone: ({ ended }) => {
      toastSuccess(t('endSessions.done', { name, count: ended }))
      onClose()
    },
  })
  return (
    <Dialog
      open={open}
      size="small"
      onClose={onClose}
      busy={end.isPending}
      title={t('endSessions.title', { name })}
      lead={t('endSessions.lead', { count: openSessions })}
      cancel={t('cancel')}
      actions={
        <Button
          variant="danger"
          icon={LogOut}
          busy={end.isPending}
          onClick={() => end.mutate({ params: { id } })}
        >
          {t('endSessions.action')}
        </Button>
      }
    />
  )
}
