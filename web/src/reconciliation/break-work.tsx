import { BreakNote, listBreaks, readReconciliation, updateBreak } from '@cardamom/contract/reconciliation'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { isRefusal } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { useContractForm } from '../ui/form.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { TextArea } from '../ui/text-field.tsx'

type Break = RowOf<typeof listBreaks>
const mostNoteLetters = 2000

const schema = () => Promise.resolve(BreakNote)

/** The note on a break; what another person saved meanwhile is shown before it is replaced. */
export const NoteForm = ({ found }: { found: Break }) => {
  const t = useText('reconcile')
  /** The note that another person saved meanwhile. */
  const [theirs, setTheirs] = useState<string | null>(null)
  // Of the note that the form began with: a later note of another person is not overwritten unseen.
  const [seen, setSeen] = useState({ note: found.note, version: found.version })
  if (found.note === seen.note && found.version > seen.version) setSeen({ ...seen, version: found.version })
  const save = useAction(updateBreak, {
    changes: [listBreaks],
    errors: 'fields',
    onDone: () => toastSuccess(t('noteSaved')),
  })
  const form = useContractForm<{ note: string }>({ schema, defaultValues: { note: found.note ?? '' } })
  const send = async ({ note }: { note: string }) => {
    try {
      const saved = await save.mutateAsync({
        params: { id: found.id },
        input: { note },
        ifMatch: String(seen.version),
      })
      setSeen(saved)
      setTheirs(null)
      return true
    } catch (error) {
      if (!isRefusal(error, 'record_changed')) throw error
      const present = error.data as Break
      setSeen(present)
      setTheirs(present.note ?? '')
      return false
    }
  }
  return (
    <form noValidate className="flex flex-col items-stretch gap-3" onSubmit={form.send(send)}>
      {theirs !== null && (
        <NoteBox tone="warn" role="alert" title={t('noteFailed')}>
          <span className="whitespace-pre-line wrap-anywhere">{theirs}</span>
        </NoteBox>
      )}
      <TextArea
        label={t('fields.note')}
        hint={t('noteHint')}
        rows={3}
        maxLength={mostNoteLetters}
        {...form.field('note')}
      />
      <div>
        <Button type="submit" busy={form.formState.isSubmitting}>
          {t('noteSave')}
        </Button>
      </div>
    </form>
  )
}

/** Takes a break over, or leaves it. */
export const WatchButton = ({ found }: { found: Break }) => {
  const t = useText('reconcile')
  const { isMine, ownerName } = found
  const change = useAction(updateBreak, {
    changes: [listBreaks, readReconciliation],
    onDone: () => toastSuccess(t(isMine ? 'unwatched' : 'watched')),
  })
  return (
    <Button
      icon={isMine ? EyeOff : Eye}
      busy={change.isPending}
      onClick={() =>
        change.mutate({
          params: { id: found.id },
          input: { isMine: !isMine },
          ifMatch: String(found.version),
        })
      }
    >
      {isMine ? t('unwatch') : ownerName === null ? t('watch') : t('takeOver', { name: ownerName })}
    </Button>
  )
}
