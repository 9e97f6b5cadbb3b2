import { listSecurityEvents } from '@cardamom/contract/access/security'
import { list } from '../kernel/list.ts'

/** A person's security log. */
export const securityEventsList = list(listSecurityEvents, {
  from: (sql) => sql.selectFrom('securityEvent').select(['id', 'kind', 'facts', 'device', 'address', 'at']),
  scope: { owner: 'securityEvent.userId' },
  id: 'securityEvent.id',
  sorts: { at: 'securityEvent.id' },
  items: (rows) => rows.map((row) => ({ ...row, facts: row.facts as Record<string, string> })),
})
