import { actionNameOf, auditActions } from '@cardamom/contract/audit/audit-actions'
import { listAudit } from '@cardamom/contract/audit'
import { sql as fragment, type Expression, type Selectable, type SqlBool } from 'kysely'
import {
  choiceCell,
  nameCell,
  namedCell,
  textCell,
  timeCell,
  type FileCells,
  type ReadCellNames,
} from '../kernel/file-cells.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Audit } from '../kernel/schema.ts'
import { timeOfId } from './chain.sql.ts'

/** Names of people and companies that the reader may see. Higher modules have them. */
export type ReadNames = (
  sql: Queries,
  of: { userIds: readonly string[]; companyIds: readonly string[] },
) => Promise<{ people: ReadonlyMap<string, string>; companies: ReadonlyMap<string, string> }>

/** The name of a person in SQL: most entries have another person, so reading names by their ids would cost more. */
type NameOfPerson = (userId: Expression<string | null>) => Expression<string | null>
/** Names of people and companies, which modules above have. */
export type AuditNames = { readonly readNames: ReadNames; readonly nameOfPerson: NameOfPerson }

export type AuditRecord = Omit<Selectable<Audit>, 'businessAt' | 'details'>

const minuteMs = 60_000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const auditRecords = (sql: Queries) =>
  sql
    .selectFrom('audit')
    .select(['audit.id', 'audit.at', 'audit.actorKind', 'audit.actorId', 'audit.impersonatorId'])
    .select(['audit.sessionId', 'audit.companyId', 'audit.subjectId', 'audit.action', 'audit.objectId'])
    .select(['audit.outcome', 'audit.requestId', 'audit.address', 'audit.device'])

const idsOf = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
]

/** Entries as the page and the file show them. */
export const createAuditRows =
  (readNames: ReadNames) => async (sql: Queries, records: readonly AuditRecord[]) => {
    const people = records.flatMap((row) => [row.actorId, row.impersonatorId, row.subjectId])
    const wanted = { userIds: idsOf(people), companyIds: idsOf(records.map(({ companyId }) => companyId)) }
    const names = await readNames(sql, wanted)
    const nameOf = (id: string | null) => (id === null ? null : (names.people.get(id) ?? null))
    return records.map(({ sessionId: _session, impersonatorId, ...row }) => ({
      ...row,
      action: actionNameOf(row.action, row.actorKind),
      result: resultOf(row.outcome),
      actorName: nameOf(row.actorId),
      impersonatorName: nameOf(impersonatorId),
      subjectName: nameOf(row.subjectId),
      companyName: row.companyId === null ? null : (names.companies.get(row.companyId) ?? null),
    }))
  }

const resultOf = (outcome: string) => (outcome === 'done' ? ('done' as const) : ('refused' as const))
const field = <T = unknown>(name: string) => fragment.ref<T>(`audit.${name}`)

/** The cells of a file of many entries. */
const entryCells = ({ readNames, nameOfPerson }: AuditNames): FileCells => {
  const person = (column: string) => nameCell(nameOfPerson(field<string | null>(column)))
  const companies: ReadCellNames = async (sql, companyIds) =>
    (await readNames(sql, { userIds: [], companyIds })).companies
  return {
    at: timeCell(field('at')),
    action: choiceCell(fragment`audit.actor_kind || ' ' || audit.action`, (stored) => {
      const [actorKind = '', ...action] = stored.split(' ')
      return actionNameOf(action.join(' '), actorKind)
    }),
    result: choiceCell(field('outcome'), resultOf),
    outcome: textCell(field('outcome')),
    actorName: person('actorId'),
    subjectName: person('subjectId'),
    impersonatorName: person('impersonatorId'),
    companyName: namedCell(field('companyId'), companies),
    objectId: textCell(field('objectId')),
    address: textCell(field('address')),
    device: textCell(field('device')),
    requestId: textCell(field('requestId')),
    id: textCell(field('id')),
  }
}

const actionsNamed = (name: string): string[] =>
  Object.entries(auditActions).flatMap(([action, each]) => (each === name ? [action] : []))

/** Entries with this id, of this request or object, or that changed it. A request's id says when it was made. */
const withId = (phrase: string) => {
  if (!uuid.test(phrase)) return fragment<SqlBool>`audit.object_id = ${phrase}`
  const madeMs = timeOfId(phrase).getTime()
  const [from, to] = [firstIdAt(madeMs - minuteMs), firstIdAt(madeMs + 60 * minuteMs)]
  return fragment<SqlBool>`audit.id in (
    select a.id from audit a where a.id = ${phrase}
    union all select a.id from audit a where a.object_id = ${phrase}
    union all select a.id from audit a where a.id between ${from} and ${to} and a.request_id = ${phrase}
    union all select c.audit_id from audit_change c where c.entity_id = ${phrase})`
}

/** The audit of the companies that the reader may see; all of it, with jobs and visitors, for who sees all. */
export const createAuditList = (names: AuditNames) => {
  const rows = createAuditRows(names.readNames)
  return list(listAudit, {
    table: 'audit',
    isInMonths: true,
    from: (sql) => auditRecords(sql),
    scope: 'companies',
    // Ids are made with the row's time, and indexes have them.
    sorts: { at: 'audit.id' },
    days: 'audit.id',
    dayBound: firstIdAt,
    filters: {
      action: (name: string) => fragment<SqlBool>`audit.action = any(${actionsNamed(name)})`,
      result: (result: string) =>
        result === 'done'
          ? fragment<SqlBool>`audit.outcome = 'done'`
          : fragment<SqlBool>`audit.outcome <> 'done'`,
    },
    search: (phrase) => withId(phrase.trim().toLowerCase()),
    items: (records, { sql }) => rows(sql, records),
    csv: {
      texts: 'audit',
      columns: [
        'at',
        'action',
        'result',
        'outcome',
        'actorName',
        'subjectName',
        'impersonatorName',
        'companyName',
        'objectId',
        'address',
        'device',
        'requestId',
        'id',
      ],
      cells: entryCells(names),
    },
  })
}
