import type { ListEndpoint } from '@cardamom/contract/list'
import { useCallback, useMemo } from 'react'
import { useText, type Namespace } from '../../kernel/i18n.tsx'
import { countText } from '../../kernel/money-text.ts'
import { useQueryParams, type QueryParams } from '../../kernel/router.tsx'
import { listQueryOf, narrowingOf, sortsOf } from './list-query.ts'
import { useListPages, type ListPages } from './use-list-pages.ts'

/**
 * Reads a list's texts by their naming convention: `fields.<name>` is the label of columns, filters, orders and
 * details, `values.<name>.<value>` that of a value.
 */
export type ListText = (key: string, values?: Readonly<Record<string, string | number>>) => string
/** The catalogue's type has the keys of every module, but the names of a list come from its declaration. */
export const useListText = (texts: Namespace): ListText => useText(texts) as unknown as ListText

export type ListState<L extends ListEndpoint = ListEndpoint> = ListPages<L> & {
  readonly list: L
  /** Filters and order of the rows, as in the address. */
  readonly query: Readonly<Record<string, string>>
  readonly sort: string
  readonly isNarrowed: boolean
  /** The count as text: `214`, or `10,000+`. */
  readonly countText: string
  readonly change: (changes: QueryParams) => void
  readonly clear: () => void
}

/**
 * A list whose order, filters, days and search text are stored in the address, so that it can be shared and
 * reloaded.
 */
export const useList = <L extends ListEndpoint>(list: L): ListState<L> => {
  const [params, change] = useQueryParams()
  const query = useMemo(() => listQueryOf(list, params), [list, params])
  const pages = useListPages(list, { query, rowsAtOnce: 50 })
  const clear = useCallback(
    () => change(Object.fromEntries(narrowingOf(list).map((name) => [name, undefined]))),
    [list, change],
  )
  const values = query as Readonly<Record<string, string>>
  return {
    ...pages,
    list,
    query: values,
    sort: values['sort'] ?? sortsOf(list)[0],
    isNarrowed: narrowingOf(list).some((name) => values[name] !== undefined),
    countText: countText(pages.count, pages.countIsCapped),
    change,
    clear,
  }
}
