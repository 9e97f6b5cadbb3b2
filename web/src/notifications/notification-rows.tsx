import { ChevronRight } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { cx } from '../ui/cx.ts'
import { Disc } from '../ui/list-row.tsx'
import { DateText } from '../ui/money.tsx'
import { WithReference } from '../ui/with-reference.tsx'
import { notificationIcon, notificationTexts, type NotificationOnWire } from './notification-texts.ts'

const rowClass = 'flex w-full items-start gap-3.5 px-4 py-3.5 text-left -outline-offset-2 md:text-base'

/** Names the kind of a request. Absent for cardholders, who have no requests. */
export type RequestName = (kind: string) => string
type InsideProps = { notification: NotificationOnWire; requestName?: RequestName | undefined }

const Inside = ({ notification, requestName }: InsideProps) => {
  const t = useText('notifications')
  const declines = useText('declines')
  const date = useDates()
  const dateOf = (instant: string) => date(instant, 'day')
  const request = requestName?.(notification.facts['request'] ?? '')
  const { title, text } = notificationTexts({ t, declines, notification, dateOf, request })
  const isUnread = notification.readAt === null
  return (
    <>
      <Disc {...notificationIcon(notification)} />
      <span className="min-w-0 grow">
        <span className={cx('block', isUnread ? 'font-semibold' : 'font-medium')}>{title}</span>
        <span className="block text-base text-mute md:text-sm">
          <WithReference text={text} reference={notification.facts['ref']} />
        </span>
        <span className="block text-base text-mute md:text-sm">
          <DateText value={notification.at} variant="time" />
        </span>
      </span>
      <span className="flex shrink-0 items-center gap-1.5 self-center">
        {isUnread && (
          <span className="size-2.5 rounded-full bg-brand">
            <span className="sr-only">{t('unread')}</span>
          </span>
        )}
        {notification.path !== null && <ChevronRight aria-hidden size={20} className="text-mute" />}
      </span>
    </>
  )
}

/** Notifications of one day. A press on one opens its subject and marks it as read. */
export const NotificationRows = ({
  label,
  notifications,
  onRead,
  requestName,
}: {
  label: string
  notifications: readonly NotificationOnWire[]
  onRead: (notification: NotificationOnWire) => void
  requestName?: RequestName | undefined
}) => (
  <ul
    aria-label={label}
    className={cx(
      'overflow-hidden rounded-xl border border-line bg-surface',
      '*:not-last:border-b *:not-last:border-line2',
    )}
  >
    {notifications.map((notification) => (
      <li key={notification.id}>
        {notification.path === null ? (
          <button
            type="button"
            className={cx(rowClass, 'hover:bg-fill')}
            onClick={() => onRead(notification)}
          >
            <Inside notification={notification} requestName={requestName} />
          </button>
        ) : (
          <Link
            to={notification.path}
            className={cx(rowClass, 'hover:bg-fill')}
            onClick={() => onRead(notification)}
          >
            <Inside notification={notification} requestName={requestName} />
          </Link>
        )}
      </li>
    ))}
  </ul>
)
