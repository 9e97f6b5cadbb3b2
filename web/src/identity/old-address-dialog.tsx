import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { confirmOldAddress } from '@cardamom/contract/access/old-address'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'

/** Requests the confirmation of a change in place of its old address; a second administrator approves it. */
export const OldAddressDialog = ({
  open,
  change: { id, name },
  onClose,
}: {
  open: boolean
  change: { readonly id: string; readonly name: string }
  onClose: () => void
}) => {
  const t = useText('emailChanges')
  const confirm = useAction(confirmOldAddress, {
    changes: [listApprovals, countApprovals],
    errors: 'fields',
    onDone: () => toastSuccess(t('oldAddress.done')),
  })
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      schema={confirmOldAddress.input}
      send={(reason) => confirm.mutateAsync({ params: { id }, input: { reason } })}
      texts={{
        title: t('oldAddress.title', { name }),
        effects: [t('oldAddress.verified'), t('oldAddress.second'), t('oldAddress.notice')],
        reason: t('oldAddress.reason'),
        cancel: t('oldAddress.cancel'),
        submit: t('oldAddress.button'),
      }}
    />
  )
}
