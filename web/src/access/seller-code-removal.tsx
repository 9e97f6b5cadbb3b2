import { getUser } from '@cardamom/contract/access/users'
import { getUserSellerCode, removeSellerCode } from '@cardamom/contract/sellers'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'

/** Says what ends when the code is removed from a person, and requests the reason. */
export const SellerCodeRemoval = ({
  id,
  code,
  open,
  onClose,
}: {
  id: string
  code: string
  open: boolean
  onClose: () => void
}) => {
  const t = useText('users')
  const remove = useAction(removeSellerCode, {
    changes: [getUserSellerCode, getUser],
    errors: 'fields',
    onDone: () => toastSuccess(t('sellerCode.removed')),
  })
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      schema={removeSellerCode.input}
      send={(reason) => remove.mutateAsync({ params: { id }, input: { reason } })}
      texts={{
        title: t('sellerCode.removeTitle', { code }),
        effects: [t('sellerCode.removeEffect'), t('sellerCode.removeStays')],
        reason: t('sellerCode.reason'),
        cancel: t('actions.cancel'),
        submit: t('sellerCode.remove'),
      }}
    />
  )
}
