import { listNotes } from '@cardamom/contract/notes'
import { noteEntities, notePath } from '@cardamom/contract/notes/note-entities'
import { NotebookPen } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { ButtonLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { DateText } from '../ui/money.tsx'
import { NoteText } from '../ui/notes/note-text.tsx'

type NoteRow = RowOf<typeof listNotes>

const Line = ({ text, author }: NoteRow) => (
  <>
    <span className="line-clamp-2 wrap-anywhere">{text}</span>
    <span className="block text-base text-mute md:text-sm">{author.name}</span>
  </>
)

const About = ({ kind, entityName }: NoteRow) => {
  const t = useText('notes')
  return (
    <span className="wrap-anywhere">
      {entityName} ({t(`values.kind.${kind}`)})
    </span>
  )
}

const NoteFacts = ({ note }: { note: NoteRow }) => {
  const t = useText('notes')
  const can = useCan()
  const { path } = noteEntities[note.kind]
  return (
    <>
      <NoteText {...note} />
      <KvRows>
        <KvRow name={t('fields.kind')}>{t(`values.kind.${note.kind}`)}</KvRow>
        <KvRow name={t('fields.entityName')}>{note.entityName}</KvRow>
        <KvRow name={t('fields.companyName')}>{note.companyName}</KvRow>
        <KvRow name={t('fields.author')}>{note.author.name}</KvRow>
        <KvRow name={t('fields.createdAt')}>
          <DateText value={note.createdAt} variant="dayTime" />
        </KvRow>
        {note.editedAt !== null && (
          <KvRow name={t('fields.editedAt')}>
            <DateText value={note.editedAt} variant="dayTime" />
          </KvRow>
        )}
      </KvRows>
      {path !== null && can(noteEntities[note.kind].tag) && (
        <ButtonLink to={notePath(note)} variant="primary" fullWidth>
          {t('open')}
        </ButtonLink>
      )}
    </>
  )
}

/** One note next to the list, with the link to what it is about. */
const NoteDetails = ({ id, row }: { id: string; row: NoteRow | undefined }) => {
  const found = useListPages(listNotes, {
    query: { id },
    rowsAtOnce: 1,
    live: ['note.'],
    enabled: row === undefined,
  })
  const note = row ?? found.rows[0]
  return <div className="flex flex-col gap-5">{note && <NoteFacts note={note} />}</div>
}

/** Notes on all that the reader may see: `/admin/notes`. */
export const NotesPage = () => {
  const t = useText('notes')
  return (
    <ListPage
      list={listNotes}
      texts="notes"
      columns={[
        { name: 'note', onPhone: 'title', file: ['text', 'author'], cell: (row) => <Line {...row} /> },
        {
          name: 'entityName',
          onPhone: 'detail',
          file: ['entityName', 'kind'],
          cell: (row) => <About {...row} />,
        },
        { name: 'companyName' },
        { name: 'pinned' },
        { name: 'createdAt', onPhone: 'detail' },
      ]}
      details={[{ name: 'editedAt' }]}
      tabs={[
        { tab: 'mentions', name: t('views.mentions') },
        { tab: 'pinned', name: t('views.pinned') },
      ]}
      drawer={NoteDetails}
      icon={NotebookPen}
      live={['note.']}
    />
  )
}
