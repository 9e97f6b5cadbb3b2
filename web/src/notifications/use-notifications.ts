import { countNotifications, listNotifications, readNotifications } from '@cardamom/contract/notifications'
import type { InfiniteData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../kernel/api.ts'
import { onLive } from '../kernel/live-hub.ts'
import { queryClient, useAction } from '../kernel/query.ts'
import { listKey, useListPages } from '../ui/list/use-list-pages.ts'
import { asRead, withNewest, type NotificationPage } from './notification-pages.ts'

const rowsAtOnce = 30
const pagesKey = listKey(listNotifications)
type CachedPages = InfiniteData<NotificationPage, string | null>

const change = (next: (pages: readonly NotificationPage[]) => NotificationPage[]) =>
  queryClient.setQueryData<CachedPages>(pagesKey, (shown) => {
    if (shown === undefined) return shown
    const pages = next(shown.pages)
    return { pages, pageParams: shown.pageParams.slice(0, pages.length) }
  })

/** Updates the shown list. */
const useNewest = () =>
  useEffect(
    () =>
      onLive(['notification.'], (what) => {
        if (what === 'missed') return void queryClient.invalidateQueries({ queryKey: pagesKey })
        call(listNotifications, { input: { limit: rowsAtOnce }, errors: 'none' }).then(
          (newest) => change((pages) => withNewest(pages, newest)),
          () => undefined,
        )
      }),
    [],
  )

/** The person's notifications, page by page, and the function that marks them as read. */
export const useNotifications = () => {
  useNewest()
  const pages = useListPages(listNotifications, { query: {}, rowsAtOnce })
  const read = useAction(readNotifications, { changes: [countNotifications] })
  const markRead = (ids: readonly string[] | null) =>
    read.mutate(
      { input: ids === null ? {} : { ids: [...ids] } },
      { onSuccess: ({ unread }) => change((shown) => asRead(shown, { ids, unread })) },
    )
  return {
    ...pages,
    unread: pages.data?.[0]?.unread ?? 0,
    markRead,
    isMarking: read.isPending,
  }
}
