import { listSecurityEvents } from '@cardamom/contract/access/security'
import { list } from '../kernel/list.ts'
import { selectOnce } from '../kernel/select-once.ts'

const events = selectOnce((sql) =>
  sql.selectFrom('securityEvent').select(['id', 'kind', 'facts', 'device', 'address', 'at']),
)

/** A person's security log. */
export const securityEventsList = list(listSecurityEvents, {
  table: 'securityEvent',
  from: events,
  scope: 'owner',
  sorts: { at: 'securityEvent.id' },
  items: (rows) => rows.map((row) => ({ ...row, facts: row.facts as Record<string, string> })),
})
