import { sql as fragment, type SqlBool } from 'kysely'
import { plannedEachTime, type Queries } from '../kernel/queries.ts'
import { findJournalByKey, findJournalsOf } from './journal-view.sql.ts'

/** Journals with who decided them, as a list shows them. Scope: all; row-level security leaves out all of them else. */
export const journalRows = (sql: Queries) =>
  sql
    .selectFrom('journal')
    .leftJoin('journalDetail', 'journalDetail.journalId', 'journal.id')
    .select(['journal.id', 'journal.kind', 'journal.idem as key', 'journal.reverses'])
    .select(['journal.effectiveAt', 'journal.recordedAt', 'journal.subjectId'])
    .select(['journalDetail.actor', 'journalDetail.reason'])
    // Kinds, days and actors have very different numbers of journals.
    .modifyEnd(fragment.raw(plannedEachTime))

/** A list of journals is in the order of their effect, so that days are a range of it. */
export const journalSource = {
  table: 'journal' as const,
  scope: { shared: true },
} as const

export const isOfKinds = (kinds: readonly string[]) =>
  kinds.length === 1
    ? fragment<SqlBool>`journal.kind = ${kinds[0]}`
    : fragment<SqlBool>`journal.kind <> all(array(select name from journal_kind))`

/** The last journals that an actor decided. Scope: all. */
const findJournalsBy = async (sql: Queries, actor: string, limit: number): Promise<string[]> => {
  const rows = await sql.rows<{ id: string }>(
    'select journal_id as id from journal_detail where actor = $1 order by journal_id desc limit $2',
    [actor, limit],
  )
  return rows.map(({ id }) => id)
}

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Journals that a text names: by their id, subject or key, or by who decided them; the last ones. Scope: all. */
export const findJournalsNamed = async (sql: Queries, text: string, limit: number): Promise<string[]> => {
  const id = text.toLowerCase()
  const named = isId.test(id) ? await findJournalsOf(sql, id, limit) : await findJournalByKey(sql, text)
  return [...new Set([...named, ...(await findJournalsBy(sql, isId.test(id) ? id : text, limit))])]
}

export const isOneOf = (ids: readonly string[]) =>
  fragment<SqlBool>`journal.id = any(array(select unnest(${ids}::uuid[])))`
