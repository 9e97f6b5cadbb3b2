import { getEntityNotes, listNotes } from '@cardamom/contract/notes'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { part } from '../../kernel/deferred.tsx'
import { preloadText, useText } from '../../kernel/i18n.tsx'
import { cappedCountText } from '../../kernel/capped-count.ts'
import { useCan } from '../../kernel/permissions.ts'
import { useCall } from '../../kernel/query.ts'
import { useQueryParams } from '../../kernel/router.tsx'
import { Button } from '../button.tsx'
import { Loaded } from '../loaded.tsx'
import { Panel } from '../panel.tsx'
import { NoteRow } from './note-row.tsx'
import type { NoteSubject } from './note.ts'

preloadText('notes')
preloadText('fields')

const NoteForm = part(() => import('./note-form.tsx'), 'NoteForm')

const useNotes = (subject: NoteSubject, after?: string) =>
  useCall(
    getEntityNotes,
    { input: { ...subject, ...(after === undefined ? {} : { after }) }, errors: 'none' },
    { live: ['note.'] },
  )

type PageProps = {
  readonly subject: NoteSubject
  readonly after?: string
  readonly linkedId: string | undefined
}

/** Notes after a position, and the button that shows those after them. */
const NotesPage = ({ subject, after, linkedId }: PageProps) => {
  const t = useText('notes')
  const notes = useNotes(subject, after)
  const [hasMore, setHasMore] = useState(false)
  return (
    <Loaded reads={{ notes }} failed={t('panel.failed')}>
      {({ notes: { items, next } }) => (
        <>
          <ul className="*:not-last:border-b *:not-last:border-line2">
            {items.map((note) => (
              <NoteRow key={note.id} note={note} isLinked={note.id === linkedId} />
            ))}
          </ul>
          {next !== null &&
            (hasMore ? (
              <NotesPage subject={subject} after={next} linkedId={linkedId} />
            ) : (
              <Button fullWidth onClick={() => setHasMore(true)}>
                {t('panel.more')}
              </Button>
            ))}
        </>
      )}
    </Loaded>
  )
}

/** The note of a link, where the first page does not have it. */
const LinkedNote = ({ subject, id }: { subject: NoteSubject; id: string }) => {
  const { data } = useCall(listNotes, { input: { id }, errors: 'none' }, { live: ['note.'] })
  const found = data?.items.find(({ entityId }) => entityId === subject.entityId)
  return found ? (
    <ul className="border-b border-line2">
      <NoteRow note={found} isLinked />
    </ul>
  ) : null
}

/** The notes on one object: their number, pinned ones first, and a form for a new one. */
export const NotesPanel = (subject: NoteSubject) => {
  const t = useText('notes')
  const can = useCan()
  const [{ note: linkedId }] = useQueryParams()
  const [isWriting, setIsWriting] = useState(false)
  /** The form took the button's place: the focus comes back with it. */
  const hasWritten = useRef(false)
  const restoreFocus = (button: HTMLButtonElement | null) => {
    if (button === null || !hasWritten.current) return
    hasWritten.current = false
    button.focus()
  }
  const close = () => {
    hasWritten.current = true
    setIsWriting(false)
  }
  const { data } = useNotes(subject)
  const count = data?.count ?? 0
  const isEmpty = data !== undefined && count === 0
  const isElsewhere = data !== undefined && !data.items.some(({ id }) => id === linkedId)
  const shown = count === 0 ? '' : ` (${cappedCountText(count)})`
  return (
    <Panel
      title={`${t('panel.title')}${shown}`}
      action={
        can('notes.manage') &&
        !isWriting && (
          // Its word ends where the panel's text ends.
          <span className="-mr-5 md:-mr-3.5">
            <Button
              ref={restoreFocus}
              size="small"
              variant="ghost"
              icon={Plus}
              onClick={() => setIsWriting(true)}
            >
              {t('panel.add')}
            </Button>
          </span>
        )
      }
    >
      {isWriting && (
        <div className="pb-2">
          <NoteForm subject={subject} onClose={close} />
        </div>
      )}
      {isEmpty && !isWriting && (
        <p className="text-base text-mute">{t(can('notes.manage') ? 'panel.none' : 'panel.noneToRead')}</p>
      )}
      {linkedId !== undefined && isElsewhere && <LinkedNote subject={subject} id={linkedId} />}
      <NotesPage subject={subject} linkedId={linkedId} />
    </Panel>
  )
}
