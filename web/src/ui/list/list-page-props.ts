import type { LiveTopic } from '@cardamom/contract/events'
import type { ListEndpoint } from '@cardamom/contract/list'
import type { LucideIcon } from 'lucide-react'
import type { FunctionComponent, ReactNode } from 'react'
import type { Namespace } from '../../kernel/i18n.tsx'
import type { BulkAction } from './bulk-action.ts'
import type { AnyColumn, ListColumn } from './list-column.tsx'
import type { ListTab, TabOf } from './list-tabs.ts'
import type { MissingTexts } from './list-texts.ts'
import type { RowOf } from './use-list-pages.ts'

type Details<L extends ListEndpoint> = FunctionComponent<{
  id: string
  row: RowOf<L> | undefined
  openNext: OpenNext<RowOf<L>>
}>

/** Opens the details of the next row for which this is true. Without one, the present details stay. */
export type OpenNext<R> = (isWanted: (row: R) => boolean) => void

export type ListPageProps<
  L extends ListEndpoint,
  N extends Namespace,
  Plain extends string,
  Own extends string,
> = {
  readonly list: L
  /**
   * The module of the list's texts: `title`, `empty`, `search`, `fields.<name>` for columns, filters and orders, and
   * `values.<name>.<value>`. A missing text does not compile.
   */
  readonly texts: N &
    ([MissingTexts<N, L, Plain | Own, Plain>] extends [never]
      ? unknown
      : { readonly missing: MissingTexts<N, L, Plain | Own, Plain> })
  readonly columns: readonly ListColumn<RowOf<L>, Plain, Own>[]
  /** What the details of a row show besides its columns. The reader can choose them as columns too. */
  readonly details?: readonly ListColumn<RowOf<L>, Plain, Own>[]
  /** Icon of the empty state. */
  readonly icon: LucideIcon
  /** Events after which the rows are read again. */
  readonly live?: readonly LiveTopic[]
  /** A row that will change by itself: while one is shown, the rows are read again every few seconds. */
  readonly isUnderWay?: (row: RowOf<L>) => boolean
  /** Tabs of the page itself, before the person's saved views. */
  readonly tabs?: readonly ListTab<TabOf<L>>[]
  /** What can be done with the selected rows, by who has the permission. */
  readonly bulk?: readonly BulkAction[]
  /** Shown between the title and the filters: another view of the list. */
  readonly above?: ReactNode
  /** The button that adds a row: at the end of the title, on a phone below it. */
  readonly primary?: ReactNode
  /** Says that the rows could not be read; absent: the usual sentence. */
  readonly failed?: string
} & (L['list'] extends { byId: true } ? { readonly drawer?: Details<L> } : DrawerOf<L>)

/**
 * Details of a row that need a call of their own. `row` is missing when a link opened it and no page that contains
 * it was read. A list with `byId` needs no drawer: its details are the columns and `details`.
 */
type DrawerOf<L extends ListEndpoint> = { readonly drawer: Details<L> }

/** The same for any list: names and texts are checked where the page is written. */
export type AnyListPageProps = Pick<
  ListPageProps<ListEndpoint, Namespace, string, string>,
  'list' | 'icon' | 'live' | 'bulk'
> & {
  readonly texts: Namespace
  readonly columns: readonly AnyColumn[]
  readonly details?: readonly AnyColumn[]
  readonly tabs?: readonly ListTab[]
  readonly isUnderWay?: (row: unknown) => boolean
  readonly drawer?: Details<ListEndpoint>
  readonly above?: ReactNode
  readonly primary?: ReactNode
  /** Says that the rows could not be read; absent: the usual sentence. */
  readonly failed?: string
}
