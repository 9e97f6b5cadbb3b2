import type { ListEndpoint } from '@cardamom/contract/list'
import type { ReactNode } from 'react'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import type { ListPages, RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'

export const small = 'text-base text-mute md:text-sm'

/** Two lines: what it is with its amount, and below each its detail. */
export const Line = (props: { name: ReactNode; about: ReactNode; amount: ReactNode; state: ReactNode }) => (
  <li className="flex justify-between gap-x-4 gap-y-0.5 border-t border-line2 py-3 first:border-t-0 max-2xs:flex-wrap">
    <span className="min-w-0">
      <span className="block font-medium wrap-anywhere">{props.name}</span>
      <span className={`block ${small}`}>{props.about}</span>
    </span>
    <span className="flex flex-col items-end 2xs:shrink-0">
      <span className="font-medium">{props.amount}</span>
      {props.state}
    </span>
  </li>
)

type RowsProps<L extends ListEndpoint> = {
  readonly title: string
  readonly action?: ReactNode
  readonly pages: ListPages<L>
  readonly texts: { readonly none: string; readonly failed: string }
  readonly row: (row: RowOf<L>) => ReactNode
}

/** The rows of one person, page by page. */
export const Rows = <L extends ListEndpoint>({ title, action, pages, texts, row }: RowsProps<L>) => (
  <Panel title={title} action={action}>
    <Loaded reads={{ pages }} failed={texts.failed}>
      {() =>
        pages.rows.length === 0 ? (
          <p className="text-mute">{texts.none}</p>
        ) : (
          <>
            <ul>{pages.rows.map(row)}</ul>
            <EndOfRows pages={pages} readsBy="press" />
          </>
        )
      }
    </Loaded>
  </Panel>
)

/** The first rows; the action leads to all of them. */
export const Newest = <L extends ListEndpoint>(props: RowsProps<L> & { readonly shown: number }) => {
  const { title, action, pages, texts, row, shown } = props
  return (
    <Panel title={title} action={pages.rows.length > shown && action}>
      <Loaded reads={{ pages }} failed={texts.failed}>
        {() =>
          pages.rows.length === 0 ? (
            <p className="text-mute">{texts.none}</p>
          ) : (
            <ul className="*:first:pt-0 *:last:pb-0">{pages.rows.slice(0, shown).map(row)}</ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
