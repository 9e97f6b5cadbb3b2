import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Facts with their names: the name at the left, the value at the right. The last row may be a total. */
export const KvRows = ({ children }: { children: ReactNode }) => <dl className="-my-1">{children}</dl>

/** `total` has a darker line above and a bolder value; `below` is a second, grey line under the value. */
export const KvRow = ({
  name,
  total = false,
  below,
  children,
}: {
  name: ReactNode
  total?: boolean
  below?: ReactNode
  children: ReactNode
}) => (
  <div
    className={cx(
      // The name shrinks to its longest word before the value breaks.
      'grid grid-cols-[minmax(min-content,1fr)_auto] items-center gap-x-3 py-2.5 not-first:border-t',
      'max-2xs:grid-cols-1',
      'md:min-h-9 md:py-1.5 md:text-base',
      total ? 'border-ctl/60' : 'border-line2',
    )}
  >
    <dt
      className={cx(
        total ? 'font-semibold' : 'text-mute',
        // A single word such as "E-mail" stays on one line.
        typeof name === 'string' && /^[^ /]+$/.test(name) && 'whitespace-nowrap',
      )}
    >
      {name}
    </dt>
    <dd className="min-w-0 text-right max-2xs:text-left">
      <div
        className={cx(
          // A short link is wider than its text on a phone, for the finger.
          'num break-words [&_a]:justify-end max-2xs:[&_a]:justify-start',
          total ? 'text-lg font-semibold md:text-md' : 'font-medium',
        )}
      >
        {children}
      </div>
      {below !== undefined && <div className="num text-base text-mute md:text-sm">{below}</div>}
    </dd>
  </div>
)
