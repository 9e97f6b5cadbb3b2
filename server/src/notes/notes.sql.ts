import { notesAtOnce } from '@cardamom/contract/notes'
import type { NoteKind } from '@cardamom/contract/notes/note-entities'
import type { Insertable } from 'kysely'
import { readCappedCount } from '../kernel/capped-count.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Note } from '../kernel/schema.ts'

/** Notes of the scope. What they are about is checked apart. */
export const notes = (sql: Queries) =>
  sql
    .selectFrom('note')
    .select(['note.id', 'note.companyId', 'note.kind', 'note.entityId', 'note.authorId', 'note.text'])
    .select(['note.mentionIds', 'note.pinned', 'note.position', 'note.createdAt', 'note.editedAt'])
    .select('note.version')
    .$narrowType<{ kind: NoteKind }>()

export type NoteRow = Awaited<ReturnType<ReturnType<typeof notes>['executeTakeFirstOrThrow']>>

export const findNote = async (sql: Queries, id: string): Promise<NoteRow | null> =>
  (await notes(sql).where('note.id', '=', id).executeTakeFirst()) ?? null

/** The same, locked until the end of the transaction. */
export const lockNote = async (sql: Queries, id: string): Promise<NoteRow | null> =>
  (await notes(sql).where('note.id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** Notes on one object: pinned ones first, then the newest. */
export const readNotesOf = async (
  sql: Queries,
  { kind, entityId, after }: { kind: NoteKind; entityId: string; after: string | null },
) => {
  const all = notes(sql).where('note.kind', '=', kind).where('note.entityId', '=', entityId)
  const rest = after === null ? all : all.where('note.position', '<', after)
  const found = await rest
    .orderBy('note.position', 'desc')
    .limit(notesAtOnce + 1)
    .execute()
  const rows = found.slice(0, notesAtOnce)
  return {
    rows,
    next: found.length > notesAtOnce ? (rows.at(-1)?.position ?? null) : null,
    count: await readCappedCount(sql, all),
  }
}

export const insertNote = async (sql: Queries, note: Insertable<Note>): Promise<void> => {
  await sql.insertInto('note').values(note).execute()
}

/** Stores the changed text of a locked note. */
export const writeNote = async (
  sql: Queries,
  { id, ...changed }: Pick<NoteRow, 'id' | 'text' | 'mentionIds' | 'editedAt' | 'version'>,
): Promise<void> => {
  await sql.updateTable('note').set(changed).where('id', '=', id).execute()
}

/** Pins a locked note. Its text stays the same, so its version does too. */
export const setPinned = async (sql: Queries, id: string, pinned: boolean): Promise<void> => {
  await sql.updateTable('note').set({ pinned }).where('id', '=', id).execute()
}

export const removeNote = async (sql: Queries, id: string): Promise<void> => {
  await sql.deleteFrom('note').where('id', '=', id).execute()
}
