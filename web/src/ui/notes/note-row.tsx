import { deleteNote, getEntityNotes, listNotes, pinNote } from '@cardamom/contract/notes'
import { Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { part } from '../../kernel/deferred.tsx'
import { useDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { useCan } from '../../kernel/permissions.ts'
import { useAction } from '../../kernel/query.ts'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { Dialog } from '../dialog.tsx'
import { Status } from '../status.tsx'
import { NoteText } from './note-text.tsx'
import type { NoteOnWire } from './note.ts'

const NoteForm = part(() => import('./note-form.tsx'), 'NoteForm')
const changes = [getEntityNotes, listNotes]

const Removal = ({ note, open, onClose }: { note: NoteOnWire; open: boolean; onClose: () => void }) => {
  const t = useText('notes')
  const remove = useAction(deleteNote, { changes, onDone: onClose })
  return (
    <Dialog
      open={open}
      size="small"
      onClose={onClose}
      busy={remove.isPending}
      title={t('panel.removing.title')}
      lead={t('panel.removing.lead')}
      cancel={t('panel.cancel')}
      actions={
        <Button
          variant="danger"
          busy={remove.isPending}
          onClick={() => remove.mutate({ params: { id: note.id } })}
        >
          {t('panel.remove')}
        </Button>
      }
    >
      <NoteText {...note} />
    </Dialog>
  )
}

const Actions = ({ note, onEdit }: { note: NoteOnWire; onEdit: () => void }) => {
  const t = useText('notes')
  const [isRemoving, setIsRemoving] = useState(false)
  const pin = useAction(pinNote, { changes })
  const small = { size: 'small', variant: 'ghost', iconOnly: true } as const
  return (
    <div className="-mr-2 flex shrink-0">
      <Button
        {...small}
        icon={note.pinned ? PinOff : Pin}
        busy={pin.isPending}
        onClick={() => pin.mutate({ params: { id: note.id }, input: { pinned: !note.pinned } })}
      >
        {note.pinned ? t('panel.unpin') : t('panel.pin')}
      </Button>
      {note.isMine && (
        <Button {...small} icon={Pencil} onClick={onEdit}>
          {t('panel.edit')}
        </Button>
      )}
      <Button {...small} icon={Trash2} onClick={() => setIsRemoving(true)}>
        {t('panel.remove')}
      </Button>
      <Removal note={note} open={isRemoving} onClose={() => setIsRemoving(false)} />
    </div>
  )
}

/** One note. The one that a link names is scrolled into view and marked. */
export const NoteRow = ({ note, isLinked }: { note: NoteOnWire; isLinked: boolean }) => {
  const t = useText('notes')
  const date = useDates()
  const can = useCan()
  const [isEditing, setIsEditing] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isLinked) row.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])
  const edited =
    note.editedAt === null ? '' : ` · ${t('panel.edited', { at: date(note.editedAt, 'dayTime') })}`
  return (
    <li
      ref={row}
      aria-current={isLinked || undefined}
      className={cx('flex flex-col gap-1 py-3', isLinked && '-mx-2 rounded-lg bg-soft px-2')}
    >
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 pt-1 text-base text-mute md:text-sm">
          <span className="font-medium wrap-anywhere text-ink">{note.author.name}</span>
          {' · '}
          {date(note.createdAt, 'dayTime')}
          {edited}
        </p>
        {can('notes.manage') && !isEditing && <Actions note={note} onEdit={() => setIsEditing(true)} />}
      </div>
      {note.pinned && (
        <div>
          <Status tone="info">{t('panel.pinned')}</Status>
        </div>
      )}
      {isEditing ? (
        <NoteForm subject={note} note={note} onClose={() => setIsEditing(false)} />
      ) : (
        <NoteText {...note} />
      )}
    </li>
  )
}
