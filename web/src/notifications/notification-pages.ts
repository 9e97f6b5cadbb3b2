import type { WireOf } from '@cardamom/contract/endpoint'
import type { listNotifications } from '@cardamom/contract/notifications'

export type NotificationPage = WireOf<typeof listNotifications>
type Pages = readonly NotificationPage[]

/**
 * Puts the newest rows before those that are shown, instead of reading every page again: somebody may have scrolled
 * through thousands. A row that is news now leaves its old place.
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

/** The same rows, those named (null: all) read; `unread`: what the server counts now. */
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
