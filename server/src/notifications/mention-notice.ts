import { notePath } from '@cardamom/contract/notes/note-entities'
import { readUser } from '../identity/users.sql.ts'
import type { User } from '../identity/user.ts'
import type { Queries } from '../kernel/queries.ts'
import { findNote } from '../notes/notes.sql.ts'
import type { Notice } from './notification.ts'

/**
 * The person whom a note mentions, and their notice. It names the author and the kind of object; the text stays in the
 * note. Null: the note was removed, or its edited text no longer mentions them.
 */
export const readMentionNotice = async (
  sql: Queries,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<{ readonly person: User; readonly notice: Notice } | null> => {
  const note = await findNote(sql, id)
  if (!note?.mentionIds.includes(userId)) return null
  const person = await readUser(sql, userId)
  const author = await readUser(sql, note.authorId)
  if (!person || !author) return null
  const facts = { author: `${author.firstName} ${author.lastName}`, entity: note.kind }
  return {
    person,
    notice: { kind: 'mention', facts, path: notePath(note), subjectId: null, isNews: true },
  }
}
