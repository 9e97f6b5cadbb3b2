import { countNotifications, mostShownUnread } from '@cardamom/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { call } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useLocked } from '../kernel/lock.ts'
import { callKey } from '../kernel/query.ts'
import { useRequestedPath } from '../kernel/router.tsx'
import { cx } from '../ui/cx.ts'

/** How many notifications the person has not read; the live stream updates the number. */
const useUnread = (isSignedIn: boolean): number => {
  const isLocked = useLocked()
  const { data } = useQuery({
    queryKey: callKey(countNotifications),
    // A failed count must not disturb the page.
    queryFn: ({ signal }) => call(countNotifications, { signal, errors: 'none' }),
    enabled: isSignedIn && !isLocked,
    meta: { live: ['notification.'] },
  })
  return isSignedIn ? (data?.unread ?? 0) : 0
}

/** Link to the notifications, with the number of unread ones. */
export const BellLink = ({ isSignedIn, to }: { isSignedIn: boolean; to: string }) => {
  const t = useText('shell')
  const unread = useUnread(isSignedIn)
  const isHere = useRequestedPath() === to
  const shown = unread > mostShownUnread ? `${mostShownUnread}+` : String(unread)
  return (
    <Link
      to={to}
      aria-current={isHere ? 'page' : undefined}
      className={cx(
        'relative inline-flex size-11 shrink-0 items-center justify-center rounded-lg md:size-9',
        isHere ? 'bg-soft text-brand-text' : 'hover:bg-fill',
      )}
    >
      <Bell aria-hidden size={22} className="md:size-5" />
      {unread > 0 && (
        <span
          aria-hidden
          className={
            'absolute start-1/2 top-0.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full ' +
            'bg-brand px-1 text-[length:min(0.6875rem,max(11px,3.4vw))] leading-none font-semibold text-on-brand tabular-nums ' +
            'ring-2 ring-bg md:-top-1 md:ring-surface'
          }
        >
          {shown}
        </span>
      )}
      <span className="sr-only">
        {unread > 0 ? t('unreadNotifications', { count: shown }) : t('nav.notifications')}
      </span>
    </Link>
  )
}
