import { listMySessions } from '@cardamom/contract/access/security'
import { list } from '../kernel/list.ts'
import { openSince } from './open-sessions.sql.ts'

/** A person's open sessions, in real time. */
export const sessionsList = list(listMySessions, {
  table: 'session',
  from: (sql, _, { me, now }) => {
    const { createdAfter, usedAfter } = openSince(me.roleId, now)
    return sql
      .selectFrom('session')
      .select(['id', 'device', 'address', 'createdAt', 'lastUsedAt'])
      .where('endedAt', 'is', null)
      .where('createdAt', '>', createdAfter)
      .where('lastUsedAt', '>', usedAfter)
  },
  scope: 'owner',
  sorts: { createdAt: 'session.id' },
  items: (rows, { me }) => rows.map((row) => ({ ...row, current: row.id === me.sessionId })),
})
