import type { MailPath } from '../mail-paths.ts'
import type { PermissionTag } from '../roles.ts'

/**
 * What notes can be written on: the tag that shows it, and the page that opens it. The server finds the rows of each
 * kind in `server/src/notes/note-entities.ts`. A kind without a page is opened by the list of notes.
 */
export const noteEntities = {
  user: { tag: 'users.view', path: '/admin/users/:id' },
  company: { tag: 'companies.view', path: '/admin/companies/:id' },
  admin: { tag: 'admins.view', path: '/admin/admins/:id/permissions' },
  card: { tag: 'cards.view', path: null },
  load: { tag: 'loads.view', path: '/admin/loads?open=:id' },
  kyc_case: { tag: 'kyc.view', path: '/admin/kyc?open=:id' },
  card_type: { tag: 'card_types.view', path: '/admin/card-types?open=:id' },
  plan: { tag: 'card_types.view', path: '/admin/plans?open=:id' },
} as const satisfies Readonly<
  Record<string, { readonly tag: PermissionTag; readonly path: `/admin/${string}` | null }>
>
export type NoteKind = keyof typeof noteEntities
export const noteKinds = Object.keys(noteEntities) as [NoteKind, ...NoteKind[]]

/** The page of what a note is about, at the note. */
export const notePath = ({
  kind,
  entityId,
  id,
}: {
  readonly kind: NoteKind
  readonly entityId: string
  readonly id: string
}): MailPath => {
  const { path } = noteEntities[kind]
  if (path === null) return `/admin/notes?open=${id}`
  const page = path.replace(':id', entityId)
  // A test compares the paths above with those of mails.
  return `${page}${page.includes('?') ? '&' : '?'}note=${id}` as MailPath
}
