import {
  createNote,
  getEntityNotes,
  listNotes,
  mostNoteLetters,
  NoteInput,
  updateNote,
} from '@cardamom/contract/notes'
import { useState } from 'react'
import { call, isRefusal } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { queryClient } from '../../kernel/query.ts'
import { Button } from '../button.tsx'
import { useContractForm } from '../form.tsx'
import { ConflictNote, VersionChoice } from '../version-choice.tsx'
import { MentionArea } from './mention-area.tsx'
import { namedIn, type MentionedPerson, type NoteOnWire, type NoteSubject } from './note.ts'

const schema = () => Promise.resolve(NoteInput.pick({ text: true }))
/** From here on the form says how many letters are left. */
const fewLetters = 200

type Props = {
  readonly subject: NoteSubject
  /** The note that is edited; absent: a new one. */
  readonly note?: NoteOnWire
  readonly onClose: () => void
}
type Conflict = { readonly mine: string; readonly theirs: NoteOnWire }

const readAgain = () =>
  Promise.all(
    [getEntityNotes, listNotes].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
  )

/** Writes a note, or edits one's own. Both texts are shown where another tab has saved meanwhile. */
export const NoteForm = ({ subject, note, onClose }: Props) => {
  const t = useText('notes')
  const form = useContractForm({ schema, defaultValues: { text: note?.text ?? '' } })
  const [people, setPeople] = useState<readonly MentionedPerson[]>(note?.mentions ?? [])
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const text = form.watch('text')
  const left = mostNoteLetters - text.length

  const save = async (typed: string) => {
    const input = { text: typed, mentions: namedIn(typed, people) }
    if (!note) return call(createNote, { input: { ...subject, ...input }, errors: 'fields' })
    const { version } = conflict?.theirs ?? note
    return call(updateNote, {
      params: { id: note.id },
      input,
      ifMatch: String(version),
      errors: 'fields',
    })
  }
  const send = async (values: { text: string }) => {
    try {
      await save(values.text)
    } catch (error) {
      if (!isRefusal(error, 'record_changed')) throw error
      const theirs = error.data as NoteOnWire
      setPeople([...people, ...theirs.mentions])
      setConflict({ mine: values.text, theirs })
      return false
    }
    await readAgain()
    onClose()
    return true
  }
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-3">
      {conflict !== null && (
        <>
          <ConflictNote title={t('panel.changed.title')} conflict={conflict}>
            {null}
          </ConflictNote>
          <VersionChoice
            name="note-version"
            label={t('panel.label')}
            versions={[
              { value: conflict.mine, shown: conflict.mine, from: t('panel.changed.mine') },
              { value: conflict.theirs.text, shown: conflict.theirs.text, from: t('panel.changed.theirs') },
            ]}
            chosen={text}
            choose={(value) => form.setValue('text', value, { shouldDirty: true })}
          />
        </>
      )}
      <MentionArea
        subject={subject}
        field={form.field('text')}
        onText={(next) => form.setValue('text', next, { shouldDirty: true })}
        onMention={(person) => setPeople([...people, person])}
        hint={left <= fewLetters ? t('panel.letters', { left: Math.max(left, 0) }) : undefined}
      />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button type="button" onClick={onClose}>
          {t('panel.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {note ? t('panel.saveChange') : t('panel.save')}
        </Button>
      </div>
    </form>
  )
}
