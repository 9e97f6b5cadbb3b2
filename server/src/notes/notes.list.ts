import { listNotes } from '@cardamom/contract/notes'
import { sql as fragment, type SqlBool } from 'kysely'
import { plainText } from '../identity/staff.sql.ts'
import { list } from '../kernel/list.ts'
import { anyOf } from '../kernel/queries.ts'
import { kindsSeen } from './note-entities.ts'
import type { NoteViews } from './note-view.ts'
import { notes } from './notes.sql.ts'

/** Notes on what the reader may see. */
export const createNotesList = (views: NoteViews) =>
  list(listNotes, {
    table: 'note',
    scope: 'companies',
    from: (sql, { mentionsMe }, { me }) =>
      notes(sql)
        .where('note.kind', '=', anyOf(kindsSeen(me)))
        .$if(mentionsMe === 'true', (found) =>
          found.where(fragment<SqlBool>`note.mention_ids @> array[${me.userId}]::uuid[]`),
        ),
    sorts: { createdAt: 'note.id' },
    filters: {
      mentionsMe: () => fragment<SqlBool>`true`,
      pinned: (pinned: string) =>
        pinned === 'true' ? fragment<SqlBool>`note.pinned` : fragment<SqlBool>`not note.pinned`,
    },
    search: (phrase) => fragment<SqlBool>`position(${plainText(phrase)} in plain_text(note.text)) > 0`,
    items: (rows, reader) => views(rows, reader),
    csv: {
      texts: 'notes',
      columns: [
        'createdAt',
        'kind',
        'entityName',
        'companyName',
        { name: 'author', cell: ({ author }) => author.name },
        'text',
        'pinned',
        'editedAt',
      ],
    },
  })
