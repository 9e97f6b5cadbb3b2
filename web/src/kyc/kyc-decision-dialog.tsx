import {
  approveKyc,
  getKycCase,
  listKycCases,
  rejectKyc,
  resetKyc,
  type KycDecision,
} from '@cardamom/contract/kyc/kyc-cases'
import { useState } from 'react'
import { isRefusal } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { queryClient, useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { TextArea } from '../ui/text-field.tsx'
import type { KycCase, OpenNextCase } from './kyc-case.ts'

type Props = {
  readonly open: boolean
  readonly decision: KycDecision | null
  readonly found: KycCase
  readonly onClose: () => void
  readonly openNext: OpenNextCase
}

const endpoints = { approve: approveKyc, reject: rejectKyc, reset: resetKyc }
const schema = () => Promise.resolve(approveKyc.input)
const changes = [listKycCases, getKycCase]

/** Told as soon as it is known: by the live stream, or by the refusal of the decision. */
const ChangedNote = ({ found, isPossible }: { found: KycCase; isPossible: boolean }) => {
  const t = useText('kycCases')
  const last = found.timeline[0]
  const status = t(`values.status.${found.status}`)
  const name = last?.actorName ?? null
  return (
    <NoteBox
      tone="warn"
      role="alert"
      title={name === null ? t('changed.title', { status }) : t('changed.by', { name, status })}
    >
      {last?.note && <>{t('changed.note', { note: last.note })} </>}
      {t(isPossible ? 'changed.possible' : 'changed.over')}
    </NoteBox>
  )
}

const NoteForm = ({ decision, found, onClose, openNext }: Props & { readonly decision: KycDecision }) => {
  const t = useText('kycCases')
  const { id, name } = found
  // What the administrator has read: not the version that arrives while they write.
  const [readVersion, setReadVersion] = useState(found.version)
  const decide = useAction(endpoints[decision], { changes, errors: 'fields' })
  const form = useContractForm({ schema, defaultValues: { note: '' } })
  const isChanged = found.version !== readVersion
  const isPossible = found.decisions.includes(decision)
  const send = async (input: { note: string }) => {
    try {
      await decide.mutateAsync({ params: { id }, input, ifMatch: String(found.version) })
    } catch (error) {
      if (!isRefusal(error, 'record_changed')) throw error
      setReadVersion(0)
      await queryClient.invalidateQueries({ queryKey: [getKycCase.path] })
      return false
    }
    onClose()
    toastSuccess(t(`decision.${decision}.done`, { name }))
    openNext(({ status }) => status === 'needs_review')
    return true
  }
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
      {isChanged && <ChangedNote found={found} isPossible={isPossible} />}
      <TextArea
        label={t('decision.note')}
        hint={t('decision.noteHint')}
        autoFocus
        rows={4}
        maxLength={2000}
        {...form.field('note')}
      />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button type="button" onClick={onClose}>
          {t('decision.cancel')}
        </Button>
        {isPossible && (
          <Button
            type="submit"
            variant={decision === 'reject' ? 'danger' : 'primary'}
            busy={form.formState.isSubmitting}
          >
            {t(isChanged ? `decision.${decision}.anyway` : `decision.${decision}.button`)}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Requests the note of a decision. It stays where another person decided meanwhile. */
export const KycDecisionDialog = (props: Props) => {
  const t = useText('kycCases')
  const [last, setLast] = useState(props.decision)
  if (props.decision !== null && props.decision !== last) setLast(props.decision)
  if (last === null) return null
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      size="small"
      title={t(`decision.${last}.title`, { name: props.found.name })}
      lead={t(`decision.${last}.lead`)}
    >
      {props.open && <NoteForm key={last} {...props} decision={last} />}
    </Dialog>
  )
}
