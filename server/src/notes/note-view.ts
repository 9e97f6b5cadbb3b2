import type { Note } from '@cardamom/contract/notes'
import { noteKinds } from '@cardamom/contract/notes/note-entities'
import type { z } from 'zod'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { readUsers } from '../identity/users.sql.ts'
import type { Database } from '../kernel/database.ts'
import type { Queries } from '../kernel/queries.ts'
import { provedPerson } from '../kernel/scopes.ts'
import { readEntities } from './note-entities.ts'
import type { NoteRow } from './notes.sql.ts'

const uniqueOf = (ids: readonly string[]) => [...new Set(ids)]

/** The names of what these notes are about, by id. */
const entityNames = async (sql: Queries, rows: readonly NoteRow[]): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  for (const kind of noteKinds) {
    const ids = rows.filter((row) => row.kind === kind).map(({ entityId }) => entityId)
    if (ids.length === 0) continue
    for (const { id, name } of await readEntities(sql, kind, uniqueOf(ids))) names.set(id, name)
  }
  return names
}

/**
 * Notes as the reader sees them. Authors and mentioned people are named to everybody who sees the note, also where they
 * are out of the scope.
 */
export const createNoteViews =
  ({ db }: { readonly db: Database }) =>
  async (
    rows: readonly NoteRow[],
    { sql, me }: { readonly sql: Queries; readonly me: { readonly userId: string } },
  ): Promise<z.output<typeof Note>[]> => {
    const peopleIds = rows.flatMap(({ authorId, mentionIds }) => [authorId, ...mentionIds])
    const people = await readUsers(db.reader(provedPerson), uniqueOf(peopleIds))
    const companies = await readCompanies(sql, uniqueOf(rows.map(({ companyId }) => companyId)))
    const companyNames = new Map(companies.map((company) => [company.id, brandName(company)]))
    const names = await entityNames(sql, rows)
    const person = (id: string) => {
      const found = people.get(id)
      return { id, name: found ? `${found.firstName} ${found.lastName}` : '' }
    }
    return rows.map(({ authorId, mentionIds, position: _position, ...row }) => ({
      ...row,
      entityName: names.get(row.entityId) ?? '',
      companyName: companyNames.get(row.companyId) ?? '',
      mentions: mentionIds.map(person),
      author: person(authorId),
      isMine: authorId === me.userId,
    }))
  }

export type NoteViews = ReturnType<typeof createNoteViews>
