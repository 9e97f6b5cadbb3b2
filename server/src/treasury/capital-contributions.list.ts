import { listCapital, type capitalStatuses } from '@cardamom/contract/treasury'
import { expressionBuilder } from 'kysely'
import { readUsers } from '../identity/users.sql.ts'
import { list } from '../kernel/list.ts'
import type { DB } from '../kernel/schema.ts'
import { capitalContributions, contributionView } from './capital-contributions.sql.ts'

const row = expressionBuilder<DB, 'capitalContribution'>()

/** Capital of the operator, newest proposal first. Ids have the order of the proposals. */
export const capitalList = list(listCapital, {
  table: 'capitalContribution',
  from: (sql) => capitalContributions(sql),
  scope: 'companies',
  sorts: { proposedAt: 'capitalContribution.id' },
  filters: {
    status: (status: (typeof capitalStatuses)[number]) =>
      row('capitalContribution.confirmedAt', status === 'waiting' ? 'is' : 'is not', null),
  },
  items: async (rows, { sql }) => {
    const people = await readUsers(
      sql,
      rows.map(({ proposedBy }) => proposedBy),
    )
    return rows.map((each) => {
      const person = people.get(each.proposedBy)
      const name = person ? `${person.firstName} ${person.lastName}` : ''
      return { ...contributionView(each), proposedBy: { id: each.proposedBy, name } }
    })
  },
})
