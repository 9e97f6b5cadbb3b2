import { ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import type { LiveRows } from './use-live-rows.ts'

/** Below the page's top bar while the rows scroll under it. */
const belowTopBar = { top: 'calc(var(--ribbon) + 4.5rem)' }

/**
 * Says over the rows how many came and how many left; a press shows them. It needs no room, so nothing moves when it
 * appears.
 */
export const NewRows = ({ live: { added, left, show } }: { live: LiveRows }) => {
  const t = useText('listPage')
  const bar = useRef<HTMLDivElement>(null)
  const parts = [
    ...(added > 0 ? [t('live.added', { count: added })] : []),
    ...(left > 0 ? [t('live.left', { count: left })] : []),
  ]
  const press = async () => {
    await show()
    bar.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div
      ref={bar}
      role="status"
      style={belowTopBar}
      className="sticky z-10 -mb-3 flex h-0 translate-y-1 items-center md:translate-y-0 md:justify-center"
    >
      {parts.length > 0 && (
        <button
          type="button"
          onClick={() => void press()}
          className="num flex min-h-11 items-center gap-1.5 rounded-full border border-line bg-surface px-4 text-base font-medium text-brand-text shadow-raise hover:border-ctl md:min-h-8 md:px-3 md:text-sm"
        >
          <ArrowUp aria-hidden size={16} />
          {parts.join(' · ')}
        </button>
      )}
    </div>
  )
}
