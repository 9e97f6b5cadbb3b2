import type { ListEndpoint } from '@cardamom/contract/list'
import { useEffect, useRef } from 'react'
import { preloadText, useText } from '../../kernel/i18n.tsx'
import { countText } from '../../kernel/money-text.ts'
import { Button } from '../button.tsx'
import { ReadFailed } from '../loaded.tsx'
import type { ListPages } from './use-list-pages.ts'

// The rows appear before their end: a text that loads then would hide the page again.
preloadText('lists')

type EndOfRowsProps = {
  readonly pages: Pick<
    ListPages<ListEndpoint>,
    | 'data'
    | 'rows'
    | 'count'
    | 'countIsCapped'
    | 'error'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'fetchNextPage'
  >
  /** `press`: the next page is read by the button only, because other things follow below the list. */
  readonly readsBy?: 'scrolling' | 'press'
}

/** How many rows are shown, of how many. */
const useShownText = ({ pages, readsBy }: Required<EndOfRowsProps>): string => {
  const t = useText('lists')
  if (!pages.hasNextPage) return t('allShown')
  return t(readsBy === 'scrolling' ? 'shownOf' : 'shown', {
    shown: countText(pages.rows.length),
    count: countText(pages.count, pages.countIsCapped),
  })
}

/**
 * The end of the shown rows. It reads the next page when it scrolls into view, or by its button. After a
 * failure, only a press reads that page again.
 */
export const EndOfRows = ({ pages, readsBy = 'scrolling' }: EndOfRowsProps) => {
  const t = useText('lists')
  const text = useShownText({ pages, readsBy })
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError: hasFailed } = pages
  const readsByItself = readsBy === 'scrolling' && hasNextPage && !isFetchingNextPage && !hasFailed
  useEffect(() => {
    const sentinel = end.current
    if (!readsByItself || sentinel === null) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: '400px',
    })
    watcher.observe(sentinel)
    return () => watcher.disconnect()
  }, [readsByItself, fetchNextPage])
  const isOnlyPage = !hasNextPage && pages.data?.length === 1
  if (readsBy === 'press' && isOnlyPage) return null
  return (
    <div ref={end} className="flex flex-col gap-3 pt-2">
      {hasFailed && (
        <ReadFailed
          title={t('moreFailed')}
          reads={[{ error: pages.error, isFetching: isFetchingNextPage, refetch: fetchNextPage }]}
        />
      )}
      <div className="flex flex-col items-center gap-3 text-center">
        <p role="status" className="num text-base text-mute md:text-sm">
          {text}
        </p>
        {hasNextPage && !hasFailed && (
          <Button variant="soft" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </div>
    </div>
  )
}
