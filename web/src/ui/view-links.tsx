import { useEffect, useRef } from 'react'
import { Link } from '../kernel/link.tsx'
import type { QueryParams } from '../kernel/location.ts'
import { cx } from './cx.ts'

type ViewLink = {
  readonly to: string
  readonly search?: QueryParams
  readonly name: string
  readonly isCurrent: boolean
}

/** Links between the views of one subject, with a line below the current one; on a phone they scroll. */
export const ViewLinks = ({ label, views }: { label: string; views: readonly ViewLink[] }) => {
  const row = useRef<HTMLElement>(null)
  const current = useRef<HTMLLIElement>(null)
  const shown = views.find(({ isCurrent }) => isCurrent)?.name
  useEffect(() => {
    const [nav, link] = [row.current, current.current]
    // Only the row scrolls: scrollIntoView moves the page around it too.
    if (nav && link) nav.scrollLeft = link.offsetLeft - (nav.clientWidth - link.clientWidth) / 2
  }, [shown])
  return (
    <nav
      ref={row}
      aria-label={label}
      className={cx(
        'relative -mx-[var(--page-x,calc(var(--spacing)*5))] mb-4 overflow-x-auto',
        'px-[var(--page-x,calc(var(--spacing)*5))] md:mx-0 md:px-0',
      )}
    >
      <ul className="flex w-max min-w-full gap-6 border-b border-line">
        {views.map(({ name, isCurrent, to, search }) => (
          <li key={name} ref={isCurrent ? current : null}>
            <Link
              to={to}
              {...(search === undefined ? {} : { search })}
              aria-current={isCurrent ? 'page' : undefined}
              className={cx(
                '-mb-px flex h-11 min-w-11 items-center justify-center border-b-2 whitespace-nowrap md:h-10 md:min-w-0 md:text-base',
                isCurrent
                  ? 'border-brand font-semibold text-brand-text'
                  : 'border-transparent text-mute hover:text-ink',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
