import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listEndpoint } from './list.ts'
import { noteKinds } from './notes/note-entities.ts'
import { Id, Instant, typedLines } from './wire.ts'

export const mostNoteLetters = 2000
/** Notes of one object that a page shows at first, and with each further step. */
export const notesAtOnce = 20
/** Administrators that one note can mention. */
export const mostMentions = 20

const Person = z.object({ id: Id, name: z.string() })

export const Note = z.object({
  id: Id,
  kind: z.enum(noteKinds),
  entityId: Id,
  /** The name of what the note is about. */
  entityName: z.string(),
  companyId: Id,
  companyName: z.string(),
  text: z.string(),
  mentions: z.array(Person),
  pinned: z.boolean(),
  author: Person,
  /** Whether the reader wrote it. */
  isMine: z.boolean(),
  createdAt: Instant,
  editedAt: Instant.nullable(),
  version: z.number().int(),
})

export const listNotes = listEndpoint({
  path: '/notes',
  summary: 'Notes on what I may see, newest first',
  who: 'notes.view',
  row: Note,
  sorts: ['-createdAt', 'createdAt'],
  filters: {
    kind: z.enum(noteKinds).optional(),
    entityId: Id.optional(),
    authorId: Id.optional(),
    /** Notes that mention the reader. */
    mentionsMe: z.enum(['true']).optional(),
    pinned: z.enum(['true', 'false']).optional(),
  },
  tabs: { mentions: { mentionsMe: 'true' }, pinned: { pinned: 'true' } },
  days: 'createdAt',
  search: true,
  byId: true,
  csv: { tag: 'users.export', stepUp: 'S2' },
})

const Subject = z.object({ kind: z.enum(noteKinds), entityId: Id })

export const getEntityNotes = endpoint({
  method: 'GET',
  path: '/notes/entity',
  summary: 'The notes on one object, pinned ones first; more of them after a position',
  who: 'notes.view',
  input: Subject.extend({
    after: z
      .string()
      .regex(/^[01][0-9a-f-]{36}$/, { error: 'invalid' })
      .optional(),
  }),
  output: z.object({
    items: z.array(Note),
    /** Position of the last one, where more follow. */
    next: z.string().nullable(),
    /** 10,001 means more than 10,000. */
    count: z.number().int(),
  }),
  refusals: { record_not_found: 404, permission_denied: 403, validation: 422 },
})

export const listMentionable = endpoint({
  method: 'GET',
  path: '/notes/mentionable',
  summary: 'Administrators of my scope who may see an object and its notes, by part of a name or e-mail',
  who: 'notes.manage',
  input: Subject.extend({ q: z.string().max(100).default('') }),
  output: z.object({ items: z.array(Person) }),
  refusals: { record_not_found: 404, permission_denied: 403, validation: 422 },
})

const NoteText = typedLines({ max: mostNoteLetters })
const Mentions = z.array(Id).max(mostMentions)

/** The form of a new note. */
export const NoteInput = Subject.extend({ text: NoteText, mentions: Mentions.default([]) })

export const createNote = endpoint({
  method: 'POST',
  path: '/notes',
  summary: 'Write a note on an object',
  who: 'notes.manage',
  status: 201,
  idempotent: true,
  input: NoteInput,
  output: Note,
  refusals: {
    record_not_found: 404,
    permission_denied: 403,
    /** A mentioned person is no administrator of my scope who may see the object. */
    mention_not_possible: 409,
    validation: 422,
  },
})

const NoteParams = z.object({ id: Id })

export const updateNote = endpoint({
  method: 'PATCH',
  path: '/notes/:id',
  summary: 'Change the text of my own note; If-Match has the version',
  who: 'notes.manage',
  params: NoteParams,
  input: z.object({ text: NoteText, mentions: Mentions }),
  output: Note,
  refusals: {
    record_not_found: 404,
    permission_denied: 403,
    mention_not_possible: 409,
    /** Another tab has changed it meanwhile; `data` is the note as it is now. */
    record_changed: 409,
    validation: 422,
  },
})

export const pinNote = endpoint({
  method: 'POST',
  path: '/notes/:id/pin',
  summary: 'Show a note first, or no longer',
  who: 'notes.manage',
  params: NoteParams,
  input: z.object({ pinned: z.boolean() }),
  output: Note,
  refusals: { record_not_found: 404, permission_denied: 403 },
})

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/notes/:id',
  summary: 'Remove a note. Its text stays in the audit',
  who: 'notes.manage',
  params: NoteParams,
  output: z.object({ id: Id }),
  refusals: { record_not_found: 404, permission_denied: 403 },
})
