import type { WireOf } from '@cardamom/contract/endpoint'
import type { getEntityNotes } from '@cardamom/contract/notes'
import type { NoteKind } from '@cardamom/contract/notes/note-entities'

export type NoteOnWire = WireOf<typeof getEntityNotes>['items'][number]
/** What the notes of a page are about. */
export type NoteSubject = { readonly kind: NoteKind; readonly entityId: string }
export type MentionedPerson = { readonly id: string; readonly name: string }

/** The part of a name that is typed after an @, at the end of the text before the caret; null: none. */
export const typedMention = (before: string): string | null =>
  /(?:^|[\s(])@([\p{L}\p{N}._-]{0,40}(?: [\p{L}\p{N}._-]{1,40})?)$/u.exec(before)?.[1] ?? null

/** The text with a name in place of what was typed of it, and the position after it. */
export const withMention = (text: string, at: number, name: string): { text: string; at: number } => {
  const typed = typedMention(text.slice(0, at)) ?? ''
  const start = `${text.slice(0, at - typed.length)}${name} `
  return { text: start + text.slice(at).replace(/^ /, ''), at: start.length }
}

/** Those people whom the text still names. */
export const namedIn = (text: string, people: readonly MentionedPerson[]): string[] =>
  people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)
