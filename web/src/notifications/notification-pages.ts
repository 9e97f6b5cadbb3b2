import type { WireOf } from '@cardamom/contract/endpoint'
import type { listNotifications } from '@cardamom/contract/notifications'

export type NotificationPage = WireOf<typeof listNotifications>
type Pages = readonly NotificationPage[]

/**
 * Puts the newest rows before the shown ones. Not every page is read again, because thousands of rows may be
 * shown. A row that has news leaves its old position.
 */
export const withNewest = (pages: Pages, newest: NotificationPage): NotificationPage[] => {
  const [first, second, ...more] = pages
  if (first === undefined || second === undefined) return [newest]
  const fresh = new Set(newest.items.map(({ id }) => id))
  const left = ({ items }: NotificationPage) => items.filter(({ id }) => !fresh.has(id))
  const shown = [
    newest,
    { ...second, items: [...left(first), ...left(second)] },
    ...more.map((page) => ({ ...page, items: left(page) })),
  ]
  return newest.unread === 0 ? asRead(shown, { ids: null, unread: 0 }) : shown
}

/** Marks the named rows (null: all) as read; `unread` is the server's new count. */
export const asRead = (
  pages: Pages,
  { ids, unread }: { ids: readonly string[] | null; unread: number },
): NotificationPage[] =>
  pages.map((page) => ({
    ...page,
    unread,
    items: page.items.map((item) =>
      item.readAt === null && (ids === null || ids.includes(item.id)) ? { ...item, readAt: item.at } : item,
    ),
  }))
