import {
  createNote,
  deleteNote,
  getEntityNotes,
  listMentionable,
  Note,
  pinNote,
  updateNote,
} from '@cardamom/contract/notes'
import type { NoteKind } from '@cardamom/contract/notes/note-entities'
import { z } from 'zod'
import { accepted, refused } from '../kernel/answer.ts'
import { seesCompany } from '../kernel/approval-requests.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import type { FieldValues } from '../kernel/recorded-change.ts'
import type { StepUpDescribers } from '../kernel/step-up-facts.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import { createMentions } from './mentions.ts'
import { maySeeKind, readEntities, type NoteEntity } from './note-entities.ts'
import { createNoteViews } from './note-view.ts'
import { createNotesList } from './notes.list.ts'
import {
  findNote,
  insertNote,
  lockNote,
  readNotesOf,
  removeNote,
  setPinned,
  writeNote,
  type NoteRow,
} from './notes.sql.ts'

type Subject = { readonly kind: NoteKind; readonly entityId: string }
type Me = Pick<SessionPrincipal, 'userId' | 'companyId' | 'may'>

/** What a note is about, if the reader may see it: the tag of its kind, and their scope. */
const findEntity = async (sql: Queries, me: Me, { kind, entityId }: Subject) => {
  if (!maySeeKind(me, kind)) return refused('permission_denied')
  const [entity] = await readEntities(sql, kind, [entityId])
  return entity ? accepted(entity) : refused('record_not_found')
}

/** The company of a note: that of its object, else that of its author. */
const companyOf = (entity: NoteEntity, me: Pick<Me, 'companyId'>): string => entity.companyId ?? me.companyId

const audited = ({ kind, entityId, text, mentionIds, pinned }: NoteRow): FieldValues => ({
  kind,
  entityId,
  text,
  mentions: mentionIds,
  pinned,
})

type Change = {
  readonly id: string
  readonly companyId: string
  readonly personId: string | null
  readonly before: NoteRow | null
  readonly after: NoteRow | null
}

const record = ({ recordChange }: WriteTransaction, { id, companyId, personId, before, after }: Change) =>
  recordChange({
    entity: 'note',
    entityId: id,
    companyId,
    userId: personId,
    before: before && audited(before),
    after: after && audited(after),
    // A note on a person is about that person.
    personal: personId === null ? [] : ['text'],
  })

/** Notes of administrators on people, companies, cards and other objects (permissions §6). */
export const notesModule = (kernel: Kernel) => {
  const { mount, ids, clock } = kernel
  const views = createNoteViews(kernel)
  const mentions = createMentions(kernel)
  mountList(kernel, createNotesList(views))

  const viewOf = async (sql: Queries, me: Me, row: NoteRow) => {
    const [view] = await views([row], { sql, me })
    if (!view) throw new Error('A note has no view')
    return view
  }

  /** Tells the people whom a note mentions and has not mentioned before. */
  const mention = (
    { emit }: WriteTransaction,
    me: Me,
    { id, companyId, mentionIds }: NoteRow,
    old: string[],
  ) => {
    for (const userId of mentionIds)
      if (!old.includes(userId) && userId !== me.userId)
        emit({ type: 'note.mentioned', entityId: id, companyId, userId })
  }

  /** A note of an object that the reader may see, locked, with what it is about. */
  const lockSeen = async (sql: Queries, me: Me, id: string) => {
    const note = await lockNote(sql, id)
    if (!note) return refused('record_not_found')
    const entity = await findEntity(sql, me, note)
    return entity.accepted ? accepted({ note, entity: entity.value }) : refused('record_not_found')
  }

  mount(getEntityNotes, async ({ sql, me, input }) => {
    const entity = await findEntity(sql, me, input)
    if (!entity.accepted) return entity
    const { rows, ...page } = await readNotesOf(sql, { ...input, after: input.after ?? null })
    return accepted({ ...page, items: await views(rows, { sql, me }) })
  })

  mount(listMentionable, async ({ sql, me, input: { q, ...subject } }) => {
    const entity = await findEntity(sql, me, subject)
    if (!entity.accepted) return entity
    const of = { kind: subject.kind, companyId: companyOf(entity.value, me) }
    return accepted({ items: await mentions.offer(sql, { ...of, q, me }) })
  })

  mount(createNote, async ({ me, input, ...tx }) => {
    const { sql } = tx
    const found = await findEntity(sql, me, input)
    if (!found.accepted) return found
    const { kind, entityId, text } = input
    const companyId = companyOf(found.value, me)
    // Provider sub-admins do not see their own company, so they would not see their note on a card type either.
    if (!seesCompany(me, companyId)) return refused('permission_denied')
    const mentionIds = [...new Set(input.mentions)]
    if (!(await mentions.arePossible(sql, mentionIds, { kind, companyId })))
      return refused('mention_not_possible', { field: 'mentions' })
    const id = ids.next()
    const createdAt = clock.now()
    await insertNote(sql, { id, companyId, kind, entityId, authorId: me.userId, text, mentionIds, createdAt })
    const note = await findNote(sql, id)
    if (!note) throw new Error('A new note is out of the scope of its author')
    record(tx, { ...note, personId: found.value.personId, before: null, after: note })
    tx.emit({ type: 'note.created', entityId: id, companyId, userId: null })
    mention(tx, me, note, [])
    return accepted(await viewOf(sql, me, note))
  })

  mount(updateNote, async ({ me, params, input, request, ...tx }) => {
    const { sql } = tx
    const version = versionIn(request)
    if (version === null) return refused('validation', noVersion)
    const seen = await lockSeen(sql, me, params.id)
    if (!seen.accepted) return seen
    const { note, entity } = seen.value
    const { kind, companyId } = note
    if (note.authorId !== me.userId) return refused('permission_denied')
    if (note.version !== version)
      return refused('record_changed', { data: z.encode(Note, await viewOf(sql, me, note)) })
    const mentionIds = [...new Set(input.mentions)]
    const added = mentionIds.filter((id) => !note.mentionIds.includes(id))
    if (!(await mentions.arePossible(sql, added, { kind, companyId })))
      return refused('mention_not_possible', { field: 'mentions' })
    const changed = { text: input.text, mentionIds, editedAt: clock.now(), version: version + 1 }
    await writeNote(sql, { id: note.id, ...changed })
    const after = { ...note, ...changed }
    record(tx, { ...note, personId: entity.personId, before: note, after })
    tx.emit({ type: 'note.changed', entityId: note.id, companyId, userId: null })
    mention(tx, me, after, note.mentionIds)
    return accepted(await viewOf(sql, me, after))
  })

  mount(pinNote, async ({ me, params, input: { pinned }, ...tx }) => {
    const seen = await lockSeen(tx.sql, me, params.id)
    if (!seen.accepted) return seen
    const { note, entity } = seen.value
    if (note.pinned === pinned) return accepted(await viewOf(tx.sql, me, note))
    const after = { ...note, pinned }
    await setPinned(tx.sql, note.id, pinned)
    record(tx, { ...note, personId: entity.personId, before: note, after })
    tx.emit({ type: 'note.changed', entityId: note.id, companyId: note.companyId, userId: null })
    return accepted(await viewOf(tx.sql, me, after))
  })

  mount(deleteNote, async ({ me, params, ...tx }) => {
    const seen = await lockSeen(tx.sql, me, params.id)
    if (!seen.accepted) return seen
    const { note, entity } = seen.value
    await removeNote(tx.sql, note.id)
    record(tx, { ...note, personId: entity.personId, before: note, after: null })
    tx.emit({ type: 'note.removed', entityId: note.id, companyId: note.companyId, userId: null })
    return accepted({ id: note.id })
  })

  return {
    stepUps: { 'POST /notes/export': () => Promise.resolve({}) } satisfies Partial<StepUpDescribers>,
  }
}
