import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { TextLink } from '../ui/button.tsx'
import { Loaded, type FailedRead } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { Count } from '../ui/status.tsx'
import { cappedCountText, countCap } from '../kernel/capped-count.ts'

type Read<Row> = FailedRead & {
  readonly data:
    | { readonly items: readonly Row[]; readonly count: number; readonly countIsCapped: boolean }
    | undefined
}

/** The first rows of a list, how many there are, and the way to all of them. */
export const RecentRows = <Row,>({
  rows,
  title,
  all,
  none,
  isCounted = false,
  children,
}: {
  rows: Read<Row>
  title: string
  all: { readonly to: string; readonly text: string }
  none: { readonly title: string; readonly body: string }
  /** Whether the number of all rows matters, as it does for work that waits. */
  isCounted?: boolean
  children: (row: Row) => ReactNode
}) => {
  const t = useText('roleHomes')
  const found = rows.data
  const count = found === undefined ? 0 : found.countIsCapped ? countCap + 1 : found.count
  return (
    <Panel
      flush
      title={
        <span className="flex items-center gap-2">
          {title}
          {isCounted && count > 0 && <Count>{cappedCountText(count)}</Count>}
        </span>
      }
      action={<TextLink to={all.to}>{all.text}</TextLink>}
    >
      <Loaded
        reads={{ rows }}
        failed={t('failed')}
        empty={({ rows: { items } }) =>
          items.length === 0 && (
            <p className="px-5 pb-4 md:px-4 md:text-base">
              <span className="block font-medium">{none.title}</span>
              <span className="text-mute">{none.body}</span>
            </p>
          )
        }
      >
        {({ rows: { items } }) => (
          <ul className="mt-2 *:not-last:border-b *:not-last:border-line2">{items.map(children)}</ul>
        )}
      </Loaded>
    </Panel>
  )
}
