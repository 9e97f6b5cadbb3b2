import { resetFactors } from '@cardamom/contract/access/user-access'
import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'

type Props = {
  readonly open: boolean
  readonly person: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

const effects = ['second', 'sessions', 'login', 'withdrawals'] as const

/** Requests that all second steps of a person are removed; a second administrator approves it. */
export const FactorResetDialog = ({ open, person: { id, name }, onClose }: Props) => {
  const t = useText('users')
  const send = useAction(resetFactors, {
    changes: [listApprovals, countApprovals],
    errors: 'fields',
    onDone: () => toastSuccess(t('factors.reset.done')),
  })
  return (
    <ReasonDialog
      open={open}
      texts={{
        title: t('factors.reset.title', { name }),
        effects: effects.map((effect) => t(`factors.reset.${effect}`)),
        reason: t('factors.reset.reason'),
        cancel: t('actions.cancel'),
        submit: t('factors.reset.action'),
      }}
      schema={resetFactors.input}
      send={(reason) => send.mutateAsync({ params: { id }, input: { reason } })}
      onClose={onClose}
    />
  )
}
