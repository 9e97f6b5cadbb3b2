import type { WireOf } from '@cardamom/contract/endpoint'
import {
  listMySessions,
  listSecurityEvents,
  revokeMySession,
  revokeOtherSessions,
} from '@cardamom/contract/access/security'
import { Laptop, LogOut, Smartphone, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRealDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { toastSuccess } from '../../kernel/toasts.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { Disc, Rows } from '../../ui/list-row.tsx'
import { SectionTitle } from '../../ui/panel.tsx'
import { EndOfRows } from '../../ui/list/end-of-rows.tsx'
import { useListPages, type ListPages } from '../../ui/list/use-list-pages.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Status } from '../../ui/status.tsx'
import { deviceName } from '@cardamom/contract/access/device-name'

const changes = [listMySessions, listSecurityEvents] as const
const iconOf = (device: string): LucideIcon =>
  /phone|android|ipad|mobile/i.test(device) ? Smartphone : Laptop

const Line = ({
  device,
  below,
  isThis,
  action,
}: {
  device: string
  below: string
  isThis: boolean
  action: ReactNode
}) => (
  <li className="flex items-center gap-x-3.5 gap-y-2 px-4 py-3 max-xs:flex-wrap md:text-base">
    <Disc icon={iconOf(device)} tone={isThis ? 'brand' : 'neutral'} />
    <div className="min-w-0 grow basis-0 max-xs:min-w-40">
      <p className="font-medium">{deviceName(device)}</p>
      <p className="text-base text-mute md:text-sm">{below}</p>
    </div>
    {/* Below the text, not below its icon. */}
    <div className="shrink-0 max-xs:w-full max-xs:pl-13.5">{action}</div>
  </li>
)

const EndButton = ({ id, word, device }: { id: string; word: 'end' | 'forget'; device: string }) => {
  const t = useText('security')
  const end = useAction(revokeMySession, { changes, onDone: () => toastSuccess(t('sessions.ended')) })
  return (
    <Button
      size="small"
      aria-label={`${t(`sessions.${word}`)}: ${deviceName(device)}`}
      busy={end.isPending}
      onClick={() => end.mutate({ params: { id } })}
    >
      {t(`sessions.${word}`)}
    </Button>
  )
}

type Pages = ListPages<typeof listMySessions>

const Sessions = ({ pages }: { pages: Pages }) => {
  const t = useText('security')
  const date = useRealDates()
  const endOthers = useAction(revokeOtherSessions, {
    changes,
    onDone: ({ ended }) => toastSuccess(t('sessions.endedOthers', { count: ended })),
  })
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle
        aside={
          pages.count > 1 && (
            <TextButton
              icon={LogOut}
              tone="bad"
              disabled={endOthers.isPending}
              onClick={() => endOthers.mutate({})}
            >
              {t('sessions.endOthers')}
            </TextButton>
          )
        }
      >
        {t('sessions.title')}
      </SectionTitle>
      <Rows label={t('sessions.title')}>
        {pages.rows.map(({ id, device, address, lastUsedAt, current }) => (
          <Line
            key={id}
            device={device}
            below={t('sessions.at', { address, at: date(lastUsedAt, 'near') })}
            isThis={current}
            action={
              current ? (
                <Status tone="good">{t('sessions.current')}</Status>
              ) : (
                <EndButton id={id} word="end" device={device} />
              )
            }
          />
        ))}
      </Rows>
      <EndOfRows pages={pages} readsBy="press" />
    </section>
  )
}

type TrustedDevices = WireOf<typeof listMySessions>['trustedDevices']

const TrustedBrowsers = ({ devices }: { devices: TrustedDevices }) => {
  const t = useText('security')
  const date = useRealDates()
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle>{t('sessions.trusted')}</SectionTitle>
      <Rows label={t('sessions.trusted')}>
        {devices.map(({ id, device, expiresAt, thisDevice }) => (
          <Line
            key={id}
            device={device}
            below={t('sessions.until', { at: date(expiresAt, 'short') })}
            isThis={thisDevice}
            action={<EndButton id={id} word="forget" device={device} />}
          />
        ))}
      </Rows>
    </section>
  )
}

/**
 * The person's sessions, and the browsers that need no second factor. Each can be ended, or all others at
 * once.
 */
export const SessionRows = () => {
  const t = useText('security')
  const pages = useListPages(listMySessions, { query: {} })
  return (
    <Loaded reads={{ pages }} waiting={<Skeleton className="h-40" />} failed={t('sessions.failed')}>
      {({ pages: [first] }) => (
        <>
          <Sessions pages={pages} />
          {/* Every page has all of them. */}
          {first !== undefined && first.trustedDevices.length > 0 && (
            <TrustedBrowsers devices={first.trustedDevices} />
          )}
        </>
      )}
    </Loaded>
  )
}
