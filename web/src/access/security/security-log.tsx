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
import { useRealDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { Rows } from '../../ui/list-row.tsx'
import { EndOfRows } from '../../ui/list/end-of-rows.tsx'
import { useListPages, type RowOf } from '../../ui/list/use-list-pages.ts'
import { SectionTitle } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { deviceName } from '@cardamom/contract/access/device-name'

type SecurityEvent = RowOf<typeof listSecurityEvents>

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

/** Few, so that the sessions above and the log are seen together. */
const rowsAtOnce = 10

/** Log of the person's security events, newest first. */
export const SecurityLog = () => {
  const t = useText('security')
  const pages = useListPages(listSecurityEvents, { query: {}, rowsAtOnce })
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle>{t('log.title')}</SectionTitle>
      <Loaded reads={{ pages }} waiting={<Skeleton className="h-40" />} failed={t('log.failed')}>
        {() => (
          <>
            <Rows label={t('log.title')}>
              {pages.rows.length === 0 && (
                <li className="px-4 py-5 text-center text-mute">{t('log.empty')}</li>
              )}
              {pages.rows.map((event) => (
                <Line key={event.id} event={event} />
              ))}
            </Rows>
            <EndOfRows pages={pages} readsBy="press" />
          </>
        )}
      </Loaded>
    </section>
  )
}
