import type { readFeesInForce } from '@cardamom/contract/fees/fee-schedules'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { Panel } from '../panel.tsx'
import { ScheduleRates } from './schedule-rates.tsx'

type InForce = WireOf<typeof readFeesInForce>

/** A schedule begins with a day in UTC. */
export const dayOf = (validFrom: string): string => validFrom.slice(0, 10)

/** The rates that count now, and the next planned ones. */
export const FeesInForce = ({ found }: { found: InForce }) => {
  const t = useText('feeSchedules')
  const date = useDates()
  const { company, level, scheduleOf, from, rates, next } = found
  const day = date(dayOf(from), 'full')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <Panel title={t('now', { name: company?.name ?? t('platform') })}>
        <p className="pb-2 text-mute md:text-base">
          {scheduleOf === null ? t('sourceAbove', { day }) : t('source', { name: scheduleOf, day })}
        </p>
        <ScheduleRates
          rates={rates}
          level={level}
          caption={t('now', { name: company?.name ?? t('platform') })}
        />
        <p className="pt-3 text-base text-mute md:text-sm">{t('transferNote')}</p>
      </Panel>
      {next && (
        <Panel title={t('next', { day: date(dayOf(next.from), 'full') })}>
          <ScheduleRates
            rates={next.rates}
            level={level}
            caption={t('next', { day: date(dayOf(next.from), 'full') })}
          />
        </Panel>
      )}
    </div>
  )
}
