import { Loaded } from '../ui/loaded.tsx'
import type { WireOf } from '@cardamom/contract/endpoint'
import { listPending } from '@cardamom/contract/wallets'
import { CircleAlert, Clock, Hourglass, RefreshCw, type LucideIcon } from 'lucide-react'
import { cityOf, useDates, useTimeZone } from '../kernel/dates.tsx'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { SectionTitle } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { WithReference } from '../ui/with-reference.tsx'
import { WalletFrame, walletLive } from './wallet-parts.tsx'

type Day = WireOf<typeof listPending>['days'][number]
type Reason = Day['loads'][number]['reason']

/** Only who earns shares has it. */
const PendingInWallets = part(() => import('./pending-in-wallets.tsx'), 'PendingInWallets', {
  fallback: <SkeletonRows rows={2} />,
})

const icons: Record<Reason, LucideIcon> = {
  rule: Clock,
  release: Clock,
  float: Hourglass,
  crediting: RefreshCw,
  review: CircleAlert,
}

const Skipped = ({ skipped }: Pick<Day, 'skipped'>) => {
  const t = useText('wallets')
  const date = useDates()
  const daysOf = (why: 'weekend' | 'holiday') =>
    skipped
      .filter((each) => each.why === why)
      .map(({ day }) => date(day, 'day'))
      .join(', ')
  const [weekend, holiday] = [daysOf('weekend'), daysOf('holiday')]
  if (weekend === '' && holiday === '') return null
  return (
    <p className="text-base text-mute md:text-sm">
      {weekend !== '' && t('skippedWeekend', { days: weekend })}{' '}
      {holiday !== '' && t('skippedHoliday', { days: holiday })}
    </p>
  )
}

const PendingDay = ({ day, amount, skipped, loads }: Day) => {
  const t = useText('wallets')
  const date = useDates()
  const title = day === null ? t('undecided') : t('soonest', { day: date(day, 'day') })
  return (
    <section className="flex flex-col gap-2">
      <SectionTitle aside={day !== null && <span className="num font-semibold">{moneyText(amount)}</span>}>
        {title}
      </SectionTitle>
      <Rows label={title}>
        {loads.map((load) => (
          <Row
            key={load.id}
            icon={icons[load.reason]}
            tone={load.reason === 'review' ? 'warn' : 'info'}
            title={<WithReference text={t('loadOf', { ref: load.ref })} reference={load.ref} />}
            value={load.amount === null ? undefined : moneyText(load.amount)}
            below={
              load.reason === 'review' || load.speed === 'immediate'
                ? undefined
                : t('latest', { when: date(load.latestAt, 'dayTime') })
            }
            more={<span className="text-mute">{t(`reason.${load.reason}`)}</span>}
            to={`/load/${load.id}`}
          />
        ))}
      </Rows>
      <Skipped skipped={skipped} />
    </section>
  )
}

/** Pending money by its day of release, with the reason: `/wallet/pending` (ux §2). */
export const PendingPage = () => {
  const t = useText('wallets')
  const zone = useTimeZone()
  const pending = useCall(listPending, { input: { zone } }, { live: walletLive })
  return (
    <WalletFrame view="pending">
      <Loaded
        reads={{ pending }}
        waiting={<SkeletonRows rows={4} />}
        failed={`${t('failed')}.`}
        empty={({ pending: { days, wallets } }) =>
          days.length + wallets.length === 0 && (
            <EmptyState icon={Clock} title={t('nothingPending')}>
              {t('nothingPendingHelp')}
            </EmptyState>
          )
        }
      >
        {({ pending: { days, wallets } }) => (
          <>
            {days.map((day) => (
              <PendingDay key={day.day ?? ''} {...day} />
            ))}
            {wallets.length > 0 && <PendingInWallets wallets={wallets} />}
            {(days.some(({ day }) => day !== null) || wallets.length > 0) && (
              <p className="text-base text-mute md:text-sm">{t('zone', { zone: cityOf(zone) })}</p>
            )}
          </>
        )}
      </Loaded>
    </WalletFrame>
  )
}
