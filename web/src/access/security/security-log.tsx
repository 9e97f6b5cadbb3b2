import type { WireOf } from '@cardamom/contract/endpoint'
import { listSecurityEvents, securityEventKinds } from '@cardamom/contract/access/security'
import {
  CircleAlert,
  Eye,
  History,
  KeyRound,
  LifeBuoy,
  LogIn,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { useRealDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { useCall } from '../../kernel/query.ts'
import { Button } from '../../ui/button.tsx'
import { Rows } from '../../ui/list-row.tsx'
import { SectionTitle } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { deviceName } from '@cardamom/contract/access/device-name'

type SecurityEvent = WireOf<typeof listSecurityEvents>['items'][number]

const iconOf = (kind: string): LucideIcon => {
  if (/failed|blocked|frozen/.test(kind)) return CircleAlert
  if (kind.startsWith('login')) return LogIn
  if (kind.startsWith('recovery')) return LifeBuoy
  if (kind.startsWith('step_up')) return Eye
  if (/factor|otp/.test(kind)) return ShieldCheck
  return /password|email/.test(kind) ? KeyRound : History
}

const Line = ({ event }: { event: SecurityEvent }) => {
  const t = useText('security')
  const date = useRealDates()
  const Icon = iconOf(event.kind)
  const kind = securityEventKinds.find((each) => each === event.kind)
  const about = event.facts['name'] ?? event.facts['note']
  return (
    <li className="flex gap-3.5 px-4 py-3 md:text-base">
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0 text-mute" />
      <div className="min-w-0">
        {/* A newer server may record kinds that this page does not know. */}
        <p className="font-medium">{kind === undefined ? event.kind : t(`log.kinds.${kind}`)}</p>
        <p className="text-base wrap-anywhere text-mute md:text-sm">
          {[about, deviceName(event.device), event.address, date(event.at, 'near')]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </li>
  )
}

const firstCount = 5
const pageCount = 50

const Older = ({ cursor }: { cursor: string }) => {
  const read = useCall(listSecurityEvents, { input: { limit: pageCount, cursor } })
  const { data } = read
  const t = useText('security')
  const [isMore, setMore] = useState(false)
  if (data === undefined) {
    return (
      <li className="p-2">
        <Loaded reads={{ read }} waiting={<Skeleton className="h-12" />} failed={t('log.failed')}>
          {() => null}
        </Loaded>
      </li>
    )
  }
  return (
    <>
      {data.items.map((event) => (
        <Line key={event.id} event={event} />
      ))}
      {data.nextCursor !== null && isMore && <Older cursor={data.nextCursor} />}
      {data.nextCursor !== null && !isMore && (
        <li className="p-2">
          <Button variant="ghost" fullWidth onClick={() => setMore(true)}>
            {t('log.more')}
          </Button>
        </li>
      )}
    </>
  )
}

/** Log of the person's security events, newest first. */
export const SecurityLog = () => {
  const t = useText('security')
  const read = useCall(listSecurityEvents, { input: { limit: firstCount } })
  const [isMore, setMore] = useState(false)
  const next = read.data?.nextCursor ?? null
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle>{t('log.title')}</SectionTitle>
      <Loaded reads={{ read }} waiting={<Skeleton className="h-40" />} failed={t('log.failed')}>
        {({ read: data }) => (
          <Rows label={t('log.title')}>
            {data.items.length === 0 && <li className="px-4 py-5 text-center text-mute">{t('log.empty')}</li>}
            {data.items.map((event) => (
              <Line key={event.id} event={event} />
            ))}
            {next !== null && isMore && <Older cursor={next} />}
            {next !== null && !isMore && (
              <li className="p-2">
                <Button variant="ghost" fullWidth onClick={() => setMore(true)}>
                  {t('log.more')}
                </Button>
              </li>
            )}
          </Rows>
        )}
      </Loaded>
    </section>
  )
}
