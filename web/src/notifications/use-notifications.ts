import { countNotifications, listNotifications, readNotifications } from '@cardamom/contract/notifications'
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, type ApiError, type CallOptions } from '../kernel/api.ts'
import { liveEvents, liveMissed } from '../kernel/live-hub.ts'
import { queryClient, useAction } from '../kernel/query.ts'
import { asRead, withNewest, type NotificationPage } from './notification-pages.ts'

const rowsAtOnce = 30
const pagesKey = [listNotifications.path, 'pages'] as const
type Shown = InfiniteData<NotificationPage, string | null>

const readPage = (cursor: string | null, options: CallOptions) =>
  call(listNotifications, {
    input: { ...(cursor === null ? {} : { cursor }), limit: rowsAtOnce },
    ...options,
  })

const change = (next: (pages: readonly NotificationPage[]) => NotificationPage[]) =>
  queryClient.setQueryData<Shown>(pagesKey, (shown) => {
    if (shown === undefined) return shown
    const pages = next(shown.pages)
    return { pages, pageParams: shown.pageParams.slice(0, pages.length) }
  })

/** Keeps the list true while it is looked at. */
const useNewest = () =>
  useEffect(() => {
    const stopEvents = liveEvents.listen(({ type }) => {
      if (!type.startsWith('notification.')) return
      readPage(null, { errors: 'quiet' }).then(
        (newest) => change((pages) => withNewest(pages, newest)),
        () => undefined,
      )
    })
    const stopMissed = liveMissed.listen(() => void queryClient.invalidateQueries({ queryKey: pagesKey }))
    return () => {
      stopEvents()
      stopMissed()
    }
  }, [])

/** The person's notifications, page after page, and the ways to mark them as read. */
export const useNotifications = () => {
  useNewest()
  const pages = useInfiniteQuery<
    NotificationPage,
    ApiError,
    NotificationPage[],
    readonly unknown[],
    string | null
  >({
    queryKey: pagesKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, { signal }),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages: list }) => list,
  })
  const read = useAction(readNotifications, { changes: [countNotifications] })
  const markRead = (ids: readonly string[] | null) =>
    read.mutate(
      { input: ids === null ? {} : { ids: [...ids] } },
      { onSuccess: ({ unread }) => change((shown) => asRead(shown, { ids, unread })) },
    )
  return {
    ...pages,
    rows: pages.data?.flatMap(({ items }) => items) ?? [],
    unread: pages.data?.[0]?.unread ?? 0,
    markRead,
    isMarking: read.isPending,
  }
}
