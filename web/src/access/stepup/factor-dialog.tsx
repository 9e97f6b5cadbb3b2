import { listFactors, removeFactor, renameFactor } from '@cardamom/contract/factors'
import { getSecurity, listSecurityEvents } from '@cardamom/contract/security'
import { useId, useState, type FormEvent } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { refreshSession } from '../../kernel/session.ts'
import { toastSuccess } from '../../kernel/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FactorOnWire } from './factor-wire.ts'

const changes = [listFactors, getSecurity, listSecurityEvents] as const

/** What is typed is gone with the dialog. */
const NameAndRemoval = (of: {
  formId: string
  factor: FactorOnWire
  isLast: boolean
  isRemoving: boolean
  onName: (name: string) => void
  onRemove: () => void
}) => {
  const t = useText('security')
  const refused = useText('refusals')
  const [name, setName] = useState(of.factor.name)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = name.trim()
    if (typed === '') setProblem(t('edit.nameMissing'))
    else of.onName(typed)
  }
  return (
    <form id={of.formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label={t('edit.name')}
        maxLength={60}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(null)
        }}
      />
      {of.isLast ? (
        <NoteBox tone="neutral">{refused('last_factor')}.</NoteBox>
      ) : (
        <Button variant="danger" wide busy={of.isRemoving} onClick={of.onRemove}>
          {t('edit.remove')}
        </Button>
      )}
    </form>
  )
}

/** Renames a factor, or removes it after a confirmation; the last one stays while the company wants one. */
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
    changes,
    onDone: () => {
      toastSuccess(t('edit.saved'))
      onClose()
    },
  })
  const remove = useAction(removeFactor, {
    changes,
    onDone: () => {
      toastSuccess(t('edit.removed', { name: factor.name }))
      onClose()
      void refreshSession()
    },
  })
  return (
    <Dialog
      open={open}
      size="small"
      busy={rename.isPending || remove.isPending}
      onClose={onClose}
      title={t('edit.title', { name: factor.name })}
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
        isRemoving={remove.isPending}
        onName={(name) => rename.mutate({ params: { id: factor.id }, input: { name } })}
        onRemove={() => remove.mutate({ params: { id: factor.id } })}
      />
    </Dialog>
  )
}
