import { countApprovals } from '@cardamom/contract/approvals'
import { mostShownUnread } from '@cardamom/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { call } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { useLocked } from '../kernel/lock.ts'
import { callKey } from '../kernel/query.ts'

/** How many requests wait for this person's decision, in the navigation; the live stream updates the number. */
export const InboxCount = () => {
  const t = useText('adminShell')
  const isLocked = useLocked()
  const { data } = useQuery({
    queryKey: callKey(countApprovals),
    // A failed count must not disturb the page.
    queryFn: ({ signal }) => call(countApprovals, { signal, errors: 'none' }),
    enabled: !isLocked,
    meta: { live: ['approval.'] },
  })
  const waiting = data?.waiting ?? 0
  if (waiting === 0) return null
  const shown = waiting > mostShownUnread ? `${mostShownUnread}+` : String(waiting)
  return (
    <span className="ml-auto rounded-full bg-brand px-1.5 text-xs font-semibold text-on-brand tabular-nums">
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{t('waiting', { count: shown })}</span>
    </span>
  )
}
