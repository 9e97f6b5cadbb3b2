import { listNotifications } from '@cardamom/contract/notifications'
import { list } from '../kernel/list.ts'
import { selectOnce } from '../kernel/select-once.ts'

const shown = selectOnce((sql) =>
  sql.selectFrom('notification').select(['id', 'kind', 'facts', 'path', 'readAt', 'at']),
)

/** A person's notifications. News about the same payment or load brings its row to the top. */
export const notificationsList = list(listNotifications, {
  table: 'notification',
  from: shown,
  scope: 'owner',
  id: 'notification.newsId',
  sorts: { at: 'notification.newsId' },
  items: (rows) => rows.map((row) => ({ ...row, facts: row.facts as Record<string, string> })),
})
