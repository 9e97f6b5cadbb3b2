import {
  activateSellerCode,
  changeSellerCodeOwner,
  deactivateSellerCode,
  getSellerCode,
  listSellerCodes,
  updateSellerCode,
} from '@cardamom/contract/sellers/seller-codes'
import { listSellers } from '@cardamom/contract/sellers/sellers-list'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useId, useState } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { PersonField, type Person } from '../ui/people/person-field.tsx'
import { sentValidity, ValidityFields, type Validity } from './validity-fields.tsx'

preloadText('fields')
preloadText('refusals')

export type Code = WireOf<typeof getSellerCode>
export type CodeDialog = 'edit' | 'deactivate' | 'activate' | 'assign' | 'removeOwner'
type Props = { readonly code: Code; readonly onClose: () => void }

const changes = [getSellerCode, listSellerCodes, listSellers]
const about = ({ id, version }: Code) => ({ params: { id }, ifMatch: String(version) })

const EditDialog = ({ code, onClose }: Props) => {
  const t = useText('sellerCodes')
  const id = useId()
  const update = useAction(updateSellerCode, {
    changes,
    errors: 'fields',
    onDone: () => toastSuccess(t('edit.done', { code: code.code })),
  })
  const { firstDay, lastDay, maxUses } = code
  const form = useContractForm<Validity>({
    defaultValues: { firstDay, lastDay: lastDay ?? '', maxUses: maxUses === null ? '' : String(maxUses) },
  })
  const send = async (values: Validity) => {
    const { firstDay: first, ...others } = sentValidity(values)
    await update.mutateAsync({
      ...about(code),
      input: { ...others, ...(first === null ? {} : { firstDay: first }) },
    })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="form"
      busy={form.formState.isSubmitting}
      title={t('edit.title', { code: code.code })}
      lead={t('edit.lead', { uses: code.uses })}
      cancel={t('edit.cancel')}
      actions={
        <Button type="submit" form={id} variant="primary" busy={form.formState.isSubmitting}>
          {t('edit.save')}
        </Button>
      }
    >
      <form id={id} noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
        <ValidityFields form={form} />
      </form>
    </Dialog>
  )
}

const StateDialog = ({ code, state, onClose }: Props & { state: 'deactivate' | 'activate' }) => {
  const t = useText('sellerCodes')
  const done = () => toastSuccess(t(`${state}.done`, { code: code.code }))
  const deactivate = useAction(deactivateSellerCode, { changes, errors: 'fields', onDone: done })
  const activate = useAction(activateSellerCode, { changes, errors: 'fields', onDone: done })
  return (
    <ReasonDialog
      open
      onClose={onClose}
      schema={deactivateSellerCode.input}
      variant={state === 'activate' ? 'primary' : 'danger'}
      send={(reason) =>
        (state === 'activate' ? activate : deactivate).mutateAsync({ ...about(code), input: { reason } })
      }
      texts={{
        title: t(`${state}.title`, { code: code.code }),
        effects: [t(`${state}.effect`), t(`${state}.stays`)],
        reason: t('reason'),
        cancel: t('cancel'),
        submit: t(`${state}.button`),
      }}
    />
  )
}

const RemoveOwnerDialog = ({ code, onClose }: Props) => {
  const t = useText('sellerCodes')
  const remove = useAction(changeSellerCodeOwner, {
    changes,
    errors: 'fields',
    onDone: () => toastSuccess(t('assign.taken', { code: code.code })),
  })
  const name = code.ownerName ?? ''
  return (
    <ReasonDialog
      open
      onClose={onClose}
      schema={deactivateSellerCode.input}
      send={(reason) => remove.mutateAsync({ ...about(code), input: { ownerId: null, reason } })}
      texts={{
        title: t('assign.takeAwayTitle', { code: code.code, name }),
        effects: [t('assign.takeAwayEffect'), t('assign.takeAwayStays', { name })],
        reason: t('reason'),
        cancel: t('cancel'),
        submit: t('assign.takeAway'),
      }}
    />
  )
}

const AssignDialog = ({ code, onClose }: Props) => {
  const t = useText('sellerCodes')
  const id = useId()
  const [owner, setOwner] = useState<Person | null>(null)
  const [isSent, setSent] = useState(false)
  const assign = useAction(changeSellerCodeOwner, {
    changes,
    errors: 'fields',
    onDone: () => toastSuccess(t('assign.done', { code: code.code })),
  })
  const form = useContractForm<{ reason: string; ownerId: string }>({
    defaultValues: { reason: '', ownerId: '' },
  })
  const send = async ({ reason }: { reason: string }) => {
    setSent(true)
    if (owner === null) return false
    await assign.mutateAsync({ ...about(code), input: { ownerId: owner.id, reason } })
    onClose()
    return true
  }
  const missing = isSent && owner === null ? t('create.ownerMissing') : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      size="form"
      busy={form.formState.isSubmitting}
      title={t('assign.title', { code: code.code })}
      lead={t('assign.lead')}
      cancel={t('cancel')}
      actions={
        <Button type="submit" form={id} variant="primary" busy={form.formState.isSubmitting}>
          {t('assign.submit')}
        </Button>
      }
    >
      <form id={id} noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
        <PersonField
          label={t('assign.owner')}
          hint={t('assign.ownerHint')}
          filter={{ companyId: code.companyId }}
          isOffered={(person) => person.kind !== 'cardholder' && person.id !== code.ownerId}
          chosen={owner}
          error={missing ?? form.errorOf('ownerId')}
          choose={setOwner}
        />
        <TextArea
          label={t('reason')}
          hint={t('reasonHint')}
          rows={2}
          maxLength={500}
          {...form.field('reason')}
        />
      </form>
    </Dialog>
  )
}

/** The dialog of an action on a code. */
export const SellerCodeDialogs = ({ dialog, ...props }: Props & { dialog: CodeDialog }) => {
  switch (dialog) {
    case 'edit':
      return <EditDialog {...props} />
    case 'assign':
      return <AssignDialog {...props} />
    case 'removeOwner':
      return <RemoveOwnerDialog {...props} />
    default:
      return <StateDialog {...props} state={dialog} />
  }
}
