import { deletePasskey } from '@cardamom/contract/access'
import { listFactors, removeFactor, renameFactor, type FactorOnWire } from '@cardamom/contract/access/factors'
import { getSecurity, listSecurityEvents } from '@cardamom/contract/access/security'
import { FingerprintPattern } from 'lucide-react'
import { useId, useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { refreshSession, useSession } from '../../kernel/session.ts'
import { toastError, toastSuccess } from '../../kernel/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useContractForm } from '../../ui/form.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { usePasskeyCheck, type PasskeyResult } from '../step-up/passkey-check.ts'

const changes = [listFactors, getSecurity, listSecurityEvents] as const

/** Checks that a passkey works in this browser before the person depends on it. */
const PasskeyCheck = () => {
  const t = useText('security')
  const check = usePasskeyCheck()
  const [isBusy, setBusy] = useState(false)
  const [checked, setChecked] = useState<PasskeyResult | null>(null)
  const press = async () => {
    setBusy(true)
    setChecked(await check())
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-3">
      {checked !== null && (
        <NoteBox tone={checked.works ? 'good' : 'bad'} role={checked.works ? 'status' : 'alert'}>
          {checked.text}
        </NoteBox>
      )}
      <Button icon={FingerprintPattern} fullWidth busy={isBusy} onClick={() => void press()}>
        {t('edit.check')}
      </Button>
    </div>
  )
}

const readSchema = async () => (await import('@cardamom/contract/access/factors')).renameFactor.input

/** Typed input is lost when the dialog closes. */
const NameAndRemoval = (of: {
  formId: string
  factor: FactorOnWire
  isLast: boolean
  isRemoving: boolean
  onName: (name: string) => Promise<unknown>
  onRemove: () => void
}) => {
  const t = useText('security')
  const refused = useText('refusals')
  const form = useContractForm<{ name: string }>({
    schema: readSchema,
    defaultValues: { name: of.factor.name },
  })
  const submit = form.send(({ name }) => of.onName(name))
  return (
    <form id={of.formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField label={t('edit.name')} maxLength={60} autoComplete="off" {...form.field('name')} />
      {of.factor.method === 'passkey' && <PasskeyCheck />}
      {of.isLast ? (
        <NoteBox tone="neutral">{refused('last_factor')}.</NoteBox>
      ) : (
        <Button variant="danger" fullWidth busy={of.isRemoving} onClick={of.onRemove}>
          {t('edit.remove')}
        </Button>
      )}
    </form>
  )
}

/** Removes a factor; a passkey by the call of product §7. A toast shows a failure. */
const useRemoval = (factor: FactorOnWire) => {
  const t = useText('security')
  const { user } = useSession()
  const { id, method, name, credentialId } = factor
  const done = (text: string) => {
    toastSuccess(text)
    void refreshSession()
  }
  const other = useAction(removeFactor, { changes, onDone: () => done(t('edit.removed', { name })) })
  const passkey = useAction(deletePasskey, {
    changes,
    errors: 'none',
    onDone: ({ message }) => done(message),
  })
  const removePasskey = (userId: string, credential: string) =>
    passkey.mutate(
      { params: { userId }, input: { credentialId: credential } },
      {
        onError: (error) => {
          // The factor was removed already, so the person has what they wanted (product §8).
          if (error.code === 'passkey_not_enabled') done(t('edit.removed', { name }))
          else if (error.code !== 'step_up_required') toastError(error.message)
        },
      },
    )
  return {
    isPending: other.isPending || passkey.isPending,
    start: () => {
      if (method === 'passkey' && credentialId !== null && user) removePasskey(user.id, credentialId)
      else other.mutate({ params: { id } })
    },
  }
}

/**
 * Renames a factor, or removes it after a confirmation. The last one stays while the company requires one.
 */
export const FactorDialog = ({
  factor,
  isLast,
  open,
  onClose,
}: {
  factor: FactorOnWire
  isLast: boolean
  open: boolean
  onClose: () => void
}) => {
  const t = useText('security')
  const formId = useId()
  const rename = useAction(renameFactor, {
    errors: 'fields',
    changes,
    onDone: () => {
      toastSuccess(t('edit.saved'))
      onClose()
    },
  })
  const removal = useRemoval(factor)
  const remove = () => {
    // The confirmation opens over the page, not over this dialog.
    onClose()
    removal.start()
  }
  return (
    <Dialog
      open={open}
      size="small"
      busy={rename.isPending}
      onClose={onClose}
      title={t('edit.title')}
      actions={
        <Button variant="primary" type="submit" form={formId} busy={rename.isPending}>
          {t('edit.save')}
        </Button>
      }
    >
      <NameAndRemoval
        formId={formId}
        factor={factor}
        isLast={isLast}
        isRemoving={removal.isPending}
        onName={(name) => rename.mutateAsync({ params: { id: factor.id }, input: { name } })}
        onRemove={remove}
      />
    </Dialog>
  )
}
