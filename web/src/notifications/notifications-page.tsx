import { Bell, CheckCheck, Settings2 } from 'lucide-react'
import { capital } from '../kernel/date-text.ts'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { usePath } from '../kernel/router.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { SectionTitle } from '../ui/panel.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { NotificationRows, type RequestName } from './notification-rows.tsx'
import type { NotificationOnWire } from './notification-texts.ts'
import { useNotifications } from './use-notifications.ts'

// Preloads what the page needs after its data has come: a text that loads later would hide the page again.
preloadText('declines')

const MarkAll = ({ busy, onPress }: { busy: boolean; onPress: () => void }) => {
  const t = useText('notifications')
  return (
    <>
      <span className="md:hidden">
        <Button variant="ghost" iconOnly icon={CheckCheck} busy={busy} onClick={onPress}>
          {t('markAll')}
        </Button>
      </span>
      <span className="hidden md:block">
        <Button icon={CheckCheck} busy={busy} onClick={onPress}>
          {t('markAll')}
        </Button>
      </span>
    </>
  )
}

const NoNotifications = () => {
  const t = useText('notifications')
  return (
    <EmptyState icon={Bell} title={t('emptyTitle')} titleAs="h2">
      {t('emptyBody')}
    </EmptyState>
  )
}

/** The person's notifications, newest first; in both areas. */
export const NotificationsPage = ({ requestName }: { requestName?: RequestName }) => {
  const t = useText('notifications')
  const date = useDates()
  const found = useNotifications()
  const { unread } = found
  const isAdmin = usePath().startsWith('/admin')
  const days = Map.groupBy(found.rows, ({ at }) => capital(date(at, 'nearDay')))
  const onRead = ({ id, readAt }: NotificationOnWire) => {
    if (readAt === null) found.markRead([id])
  }
  return (
    <Page>
      <PageHeader
        title={t('title')}
        back={isAdmin ? '/admin' : '/'}
        {...(found.rows.length === 0 ? {} : { facts: [t('unreadCount', { count: unread })] })}
        actions={
          <>
            {unread > 0 && <MarkAll busy={found.isMarking} onPress={() => found.markRead(null)} />}
            <ButtonLink
              to={isAdmin ? '/admin/profile' : '/settings'}
              variant="ghost"
              iconOnly
              icon={Settings2}
            >
              {t('settings')}
            </ButtonLink>
          </>
        }
      />
      <Stack>
        <Loaded
          reads={{ found }}
          waiting={<SkeletonRows rows={6} />}
          failed={t('failed')}
          empty={() => found.rows.length === 0 && <NoNotifications />}
        >
          {() => (
            <>
              {[...days].map(([day, list]) => (
                <section key={day} className="flex flex-col gap-3">
                  <SectionTitle>{day}</SectionTitle>
                  <NotificationRows
                    label={day}
                    notifications={list}
                    onRead={onRead}
                    requestName={requestName}
                  />
                </section>
              ))}
              <EndOfRows pages={found} />
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  )
}
