import {
  emailChangeEnds,
  listEmailChanges,
  type emailChangeStates,
} from '@cardamom/contract/identity/email-change-lists'
import { expressionBuilder, sql as fragment } from 'kysely'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { personContains } from './people.sql.ts'
import { personKindOf } from './people.list.ts'
import { plainText } from './staff.sql.ts'
import { readUsers } from './users.sql.ts'

type State = (typeof emailChangeStates)[number]

const where = expressionBuilder<DB, 'emailChange'>()

const isInState = (state: State) => {
  if (state === 'pending' || state === 'cancelled') return where('emailChange.state', '=', state)
  // Written out, so that the partial index of these rows is used.
  return state === 'informed'
    ? fragment<boolean>`(email_change.state = 'changed' and email_change.informed)`
    : fragment<boolean>`(email_change.state = 'changed' and not email_change.informed)`
}

const changeRows = (sql: Queries) =>
  sql
    .selectFrom('emailChange')
    .innerJoin('appUser', 'appUser.id', 'emailChange.userId')
    .select(['emailChange.id', 'emailChange.companyId', 'emailChange.userId', 'emailChange.state'])
    .select(['emailChange.fromEmail', 'emailChange.toEmail', 'emailChange.requestedAt'])
    .select(['emailChange.oldConfirmedAt', 'emailChange.newConfirmedAt', 'emailChange.confirmedAt'])
    .select(['emailChange.cancelledAt', 'emailChange.cancelledBy', 'emailChange.informedAt'])
    .select(['emailChange.teamConfirmedAt', 'emailChange.dueAt'])
    .select(['emailChange.informedBy', 'appUser.firstName', 'appUser.lastName', 'appUser.roleId'])

type ChangeRow = Awaited<ReturnType<ReturnType<typeof changeRows>['execute']>>[number]

const stateOf = ({ state, informedAt }: ChangeRow): State => {
  if (state !== 'changed') return state === 'pending' ? 'pending' : 'cancelled'
  return informedAt === null ? 'not_informed' : 'informed'
}

const itemsOf = async (sql: Queries, rows: readonly ChangeRow[]) => {
  const companies = await readCompanies(sql, [...new Set(rows.map(({ companyId }) => companyId))])
  const names = new Map(companies.map((company) => [company.id, brandName(company)]))
  const informers = await readUsers(sql, [...new Set(rows.flatMap(({ informedBy }) => informedBy ?? []))])
  return rows.map((row) => {
    const { firstName, lastName, roleId, confirmedAt, informedBy, state: _state, ...facts } = row
    const informer = informedBy === null ? undefined : informers.get(informedBy)
    return {
      ...facts,
      name: `${firstName} ${lastName}`.trim(),
      isUser: personKindOf(roleId) !== null,
      companyName: names.get(row.companyId) ?? '',
      state: stateOf(row),
      changedAt: confirmedAt,
      cancelledBy: emailChangeEnds.find((end) => end === row.cancelledBy) ?? null,
      informedByName: informer ? `${informer.firstName} ${informer.lastName}`.trim() : null,
    }
  })
}

/** Changes of e-mail of the companies that the reader may see. */
export const emailChangesList = list(listEmailChanges, {
  table: 'emailChange',
  from: (sql) => changeRows(sql),
  scope: 'companies',
  filters: { state: isInState },
  search: (phrase) =>
    where.or([
      fragment<boolean>`position(${plainText(phrase)} in email_change.search_text) > 0`,
      personContains(phrase),
    ]),
  items: (rows, { sql }) => itemsOf(sql, rows),
  csv: {
    texts: 'emailChanges',
    columns: [
      'name',
      'companyName',
      'fromEmail',
      'toEmail',
      'state',
      'requestedAt',
      'oldConfirmedAt',
      'newConfirmedAt',
      'changedAt',
      'cancelledAt',
      'cancelledBy',
      'informedAt',
      'informedByName',
    ],
  },
})
