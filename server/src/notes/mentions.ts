import { noteEntities, type NoteKind } from '@cardamom/contract/notes/note-entities'
import { isAdminArea } from '@cardamom/contract/roles'
import { readPresentPrincipals } from '../access/present-principals.ts'
import { nameContains, staffRows } from '../identity/staff.sql.ts'
import { seesCompany } from '../kernel/approval-requests.ts'
import type { Database } from '../kernel/database.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { provedPerson } from '../kernel/scopes.ts'

type Subject = { readonly kind: NoteKind; readonly companyId: string }

/** Administrators that are read to find those who may be mentioned, and how many of these are offered. */
const mostRead = 200
const mostOffered = 8

/** Who of the author's scope may see an object and its notes, and so may be mentioned in one. */
export const createMentions = ({ db }: { readonly db: Database }) => {
  /** Those of these people who may see it. */
  const seersOf = async (userIds: readonly string[], { kind, companyId }: Subject) => {
    if (userIds.length === 0) return new Set<string>()
    const people = await readPresentPrincipals(db.reader(provedPerson), { userIds })
    const { tag } = noteEntities[kind]
    const seers = people.filter(
      (person) =>
        isAdminArea(person.roleId) &&
        person.may('notes.view') &&
        person.may(tag) &&
        seesCompany(person, companyId),
    )
    return new Set(seers.map(({ userId }) => userId))
  }
  return {
    /** Whether all of them may be mentioned. `sql` has the scope of the author. */
    arePossible: async (sql: Queries, userIds: readonly string[], of: Subject): Promise<boolean> => {
      const found = await staffRows(sql).where('appUser.id', '=', anyOf(userIds)).execute()
      const seers = await seersOf(
        found.map(({ id }) => id),
        of,
      )
      return userIds.every((id) => seers.has(id))
    },
    /** Those whose name or e-mail contains a phrase, by name. */
    offer: async (sql: Queries, { q, me, ...of }: Subject & { q: string; me: { userId: string } }) => {
      const active = staffRows(sql).where('appUser.active', '=', true).where('appUser.id', '!=', me.userId)
      const found = await (q === '' ? active : active.where(nameContains(q)))
        .orderBy('appUser.firstName')
        .orderBy('appUser.id')
        .limit(mostRead)
        .execute()
      const seers = await seersOf(
        found.map(({ id }) => id),
        of,
      )
      return found
        .filter(({ id }) => seers.has(id))
        .slice(0, mostOffered)
        .map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` }))
    },
  }
}
