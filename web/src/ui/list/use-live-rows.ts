import type { LiveTopic } from '@cardamom/contract/events'
import type { ListEndpoint } from '@cardamom/contract/list'
import type { InfiniteData } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../kernel/api.ts'
import { queryClient } from '../../kernel/query.ts'
import { ofMachines } from '../../kernel/read-again.ts'
import { idOf } from './list-column.tsx'
import { noChanges, rowChanges, withChanges, type RowChanges } from './live-rows.ts'
import { listKey } from './use-list-pages.ts'
import { useLiveTopics } from './use-live-topics.ts'
import type { ListState } from './use-list.ts'

type Page = { readonly items: readonly unknown[]; readonly nextCursor: string | null }
type Pages = InfiniteData<Page, string | null>
type ReadPage = (list: ListEndpoint, args: object) => Promise<Page>

/** The most rows that one call reads again. Rows below them change when the list is read by itself. */
const mostRows = 200
const someMore = 50
/** The live stream may say many changes in a second. */
const leastMs = 1_000

/** The first rows as they are now. Another reading of the pages has meanwhile been drawn: they are read again. */
const readFresh = async (list: ListEndpoint, query: object, shown: number): Promise<Page> => {
  const key = listKey(list, query)
  const state = () => queryClient.getQueryState(key)
  for (;;) {
    const before = state()?.dataUpdatedAt
    const limit = Math.min(mostRows, shown + someMore)
    // oxlint-disable-next-line no-await-in-loop -- a later reading replaces an outdated one
    const fresh = await (call as ReadPage)(list, { input: { ...query, limit }, errors: 'none' })
    if (state()?.dataUpdatedAt === before && state()?.fetchStatus !== 'fetching') return fresh
  }
}

/** Reads again every few seconds while something is pending, in case the live stream sends nothing. */
const useReadAgain = ({ isUnderWay, read }: { isUnderWay: boolean; read: () => Promise<unknown> }): void => {
  const readNow = useEffectEvent(read)
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => void readNow(), ofMachines)
    return () => clearInterval(timer)
  }, [isUnderWay])
}

/** What has changed in a list while its rows stay where they are. */
export type LiveRows = {
  /** Rows that are not shown yet, and shown rows that have left the list. */
  readonly added: number
  readonly left: number
  readonly hasLeft: (id: string) => boolean
  /** Reads the rows again; in the order from new to old from the first page on. */
  readonly show: () => Promise<void>
}

/** Why rows change: by events of these topics, or by themselves while one of them is under way. */
type Changes = {
  readonly live: readonly LiveTopic[] | undefined
  readonly isUnderWay: ((row: unknown) => boolean) | undefined
}

/**
 * Follows the changes of a list: rows that changed are updated in their places, and rows that came or left are
 * counted until the reader wants to see them, so that no row moves under a finger.
 */
export const useLiveRows = (state: ListState, { live, isUnderWay }: Changes): LiveRows => {
  const { list, query, rows, hasNextPage } = state
  const key = listKey(list, query)
  const name = JSON.stringify(key)
  const [found, setFound] = useState<RowChanges & { of: string }>({ ...noChanges, of: name })
  const latest = useRef(name)
  latest.current = name
  const follow = async (): Promise<void> => {
    if (rows.length === 0) return queryClient.invalidateQueries({ queryKey: key })
    const fresh = await readFresh(list, query, rows.length)
    const shown = queryClient.getQueryData<Pages>(key)?.pages.flatMap(({ items }) => items) ?? []
    if (latest.current !== name) return
    queryClient.setQueryData<Pages>(
      key,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({ ...page, items: withChanges(page.items, fresh.items) })),
        },
    )
    const reading = { rows: fresh.items, isWhole: fresh.nextCursor === null }
    setFound({ ...rowChanges(shown, reading, hasNextPage), of: name })
  }
  const tryToFollow = () => follow().catch(() => undefined)
  useLiveTopics(live, leastMs, () => void tryToFollow())
  useReadAgain({ isUnderWay: isUnderWay !== undefined && rows.some(isUnderWay), read: tryToFollow })
  const show = async () => {
    const isNewestFirst = state.sort.startsWith('-') && list.fieldKinds[state.sort.slice(1)] === 'time'
    if (isNewestFirst)
      queryClient.setQueryData<Pages>(
        key,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
    await queryClient.invalidateQueries({ queryKey: key, exact: true })
  }
  const ids = new Set(rows.map(idOf))
  const present = found.of === name ? found : noChanges
  const left = new Set(present.left.filter((id) => ids.has(id)))
  return {
    added: present.added.filter((id) => !ids.has(id)).length,
    left: left.size,
    hasLeft: (id) => left.has(id),
    show,
  }
}
