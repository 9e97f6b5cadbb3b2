import { listCapital } from '@cardamom/contract/treasury'
import { readUsers } from '../identity/users.sql.ts'
import { list } from '../kernel/list.ts'
import { treasuryOperations } from './treasury-operations.sql.ts'

/** Capital of the operator, the last recorded first. */
export const capitalList = list(listCapital, {
  table: 'treasuryOperation',
  from: (sql) => treasuryOperations(sql).where('kind', '=', 'capital_contributed'),
  scope: 'companies',
  items: async (rows, { sql }) => {
    const people = await readUsers(
      sql,
      rows.flatMap(({ requestedBy, approvedBy }) => [requestedBy, approvedBy]),
    )
    const named = (id: string) => {
      const person = people.get(id)
      return { id, name: person ? `${person.firstName} ${person.lastName}` : '' }
    }
    return rows.map(({ id, amountCents, reason, requestedBy, approvedBy, recordedAt }) => ({
      id,
      amount: amountCents,
      reason,
      requestedBy: named(requestedBy),
      approvedBy: named(approvedBy),
      recordedAt,
    }))
  },
})
