import type { CardDetailOnWire } from '@cardamom/contract/cards'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { TextButton } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { LimitMeter } from '../ui/meter.tsx'
import { Panel } from '../ui/panel.tsx'
import type { LimitChange } from './card-limits.ts'
import { LimitsUnderWay } from './card-state-note.tsx'
import { shareOf } from '../kernel/cents.ts'

const CardLimitsDialog = dialogPart(async () => (await import('./card-limits-dialog.tsx')).CardLimitsDialog)

type Period = CardDetailOnWire['limits']['day']

const PlainRow = ({ name, children }: { name: string; children: string }) => (
  <p className="flex items-baseline justify-between gap-3 md:text-base">
    <span>{name}</span>
    <span className="num text-right text-mute">{children}</span>
  </p>
)

/** The spent amount and its limit; without a limit, only the spent amount. */
const PeriodRow = ({ name, period }: { name: string; period: Period }) => {
  const t = useText('cards')
  const spent = moneyText(period.spent)
  if (period.limit === null) return <PlainRow name={name}>{t('limits.spentFree', { spent })}</PlainRow>
  const limit = moneyText(period.limit)
  return (
    <LimitMeter
      name={name}
      used={spent}
      of={t('limits.of', { limit })}
      label={t('limits.spentOf', { spent, limit })}
      share={shareOf({ amount: period.spent, largest: period.limit })}
    />
  )
}

/** What the card may spend and has spent, as counted by the issuer. A dialog changes the limits. */
export const CardLimitsPanel = ({ card, change }: { card: CardDetailOnWire; change: LimitChange }) => {
  const t = useText('cards')
  const date = useDates()
  const { payment, day, month, requested, canChange } = card.limits
  return (
    <Panel
      title={t('limits.title')}
      action={canChange && <TextButton onClick={change.open}>{t('limits.change')}</TextButton>}
    >
      <div className="flex flex-col gap-4 pb-1">
        <PeriodRow name={t('limits.today')} period={day} />
        <PeriodRow name={t('limits.month')} period={month} />
        <PlainRow name={t('limits.payment')}>
          {payment.limit === null ? t('limits.none') : t('limits.upTo', { limit: moneyText(payment.limit) })}
        </PlainRow>
        {requested ? (
          <LimitsUnderWay />
        ) : (
          <p className="text-base text-mute md:text-sm">
            {t('limits.resets', { time: date(day.resetsAt, 'time') })}
          </p>
        )}
      </div>
      <CardLimitsDialog key={change.opened} open={change.isOpen} card={card} change={change} />
    </Panel>
  )
}
