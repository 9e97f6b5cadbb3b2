import { noteEntities, noteKinds, type NoteKind } from '@cardamom/contract/notes/note-entities'
import { cardPlanRows } from '../cards/card-plans.sql.ts'
import { cardTypeRows } from '../cards/card-types.sql.ts'
import { listCardsByIds } from '../cards/cards.sql.ts'
import { companyRows, readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { peopleRows } from '../identity/people.sql.ts'
import { staffRows } from '../identity/staff.sql.ts'
import { publicRef } from '../kernel/ids.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { kycCases } from '../kyc/kyc-cases.sql.ts'
import { loadRows } from '../loads/loads.sql.ts'

/** What a note is about, as the reader may see it. */
export type NoteEntity = {
  readonly id: string
  /** Null: it belongs to the installation. */
  readonly companyId: string | null
  readonly name: string
  /** The person concerned, if there is one. */
  readonly personId: string | null
}
type Ids = readonly string[]

type ReadEntities = (sql: Queries, ids: Ids) => Promise<readonly NoteEntity[]>

type NamedPerson = { id: string; companyId: string; firstName: string; lastName: string }
const personEntity = ({ id, companyId, firstName, lastName }: NamedPerson): NoteEntity => ({
  id,
  companyId,
  name: `${firstName} ${lastName}`,
  personId: id,
})

const shared = ({ id, name }: { id: string; name: string }): NoteEntity => ({
  id,
  companyId: null,
  name,
  personId: null,
})

const startedCases = (sql: Queries) => kycCases(sql).where('kycCase.status', 'is not', null)

/** How the objects of each kind are found. Every query runs in the scope of the reader. */
const rules: Readonly<Record<NoteKind, ReadEntities>> = {
  user: async (sql, ids) =>
    (await peopleRows(sql).where('appUser.id', '=', anyOf(ids)).execute()).map(personEntity),
  admin: async (sql, ids) =>
    (await staffRows(sql).where('appUser.id', '=', anyOf(ids)).execute()).map(personEntity),
  company: async (sql, ids) => {
    const found = await companyRows(sql).where('id', '=', anyOf(ids)).execute()
    const seen = await readCompanies(
      sql,
      found.map(({ id }) => id),
    )
    return seen.map((company) => ({
      id: company.id,
      companyId: company.id,
      name: brandName(company),
      personId: null,
    }))
  },
  card: async (sql, ids) =>
    (await listCardsByIds(sql, ids)).map(({ id, companyId, userId, ref, lastDigits }) => ({
      id,
      companyId,
      name: lastDigits === null ? ref : `${ref} •••• ${lastDigits}`,
      personId: userId,
    })),
  load: async (sql, ids) =>
    (await loadRows(sql).where('load.id', '=', anyOf(ids)).execute()).map(
      ({ id, ref, companyId, userId }) => ({ id, companyId, name: ref, personId: userId }),
    ),
  kyc_case: async (sql, ids) =>
    (await startedCases(sql).where('kycCase.id', '=', anyOf(ids)).execute()).map(
      ({ id, companyId, userId }) => ({ id, companyId, name: publicRef('K', id), personId: userId }),
    ),
  card_type: async (sql, ids) =>
    (await cardTypeRows(sql).where('cardType.id', '=', anyOf(ids)).execute()).map(shared),
  plan: async (sql, ids) =>
    (await cardPlanRows(sql).where('cardPlan.id', '=', anyOf(ids)).execute()).map(shared),
}

export const readEntities = (sql: Queries, kind: NoteKind, ids: Ids): Promise<readonly NoteEntity[]> =>
  rules[kind](sql, ids)

/** Whether a person has the tag that shows objects of a kind. */
export const maySeeKind = ({ may }: Pick<SessionPrincipal, 'may'>, kind: NoteKind): boolean =>
  may(noteEntities[kind].tag)

/** The kinds whose tag a person has. */
export const kindsSeen = (me: Pick<SessionPrincipal, 'may'>): NoteKind[] =>
  noteKinds.filter((kind) => maySeeKind(me, kind))
