import { readLoad } from '@cardamom/contract/loads'
import { withdrawRefundRequest } from '@cardamom/contract/loads/load-resolutions'
import { MessageCircle } from 'lucide-react'
import { capital } from '../kernel/date-text.ts'
import { cityOf, useDates, useTimeZone } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { CalendarStrip } from '../ui/calendar-strip.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { RefundPanel } from '../ui/payments/refund-panel.tsx'
import { isTitledByOrigin, PartOfText } from './load-parts.tsx'
import { ResolutionPanel } from './resolution-panel.tsx'
import {
  arrivedOn,
  coinOf,
  isRefundOpen,
  reachedAt,
  undoneFrom,
  type LoadOnWire,
} from '../ui/payments/load-wire.ts'

type DayText = (value: string, style: 'day') => string

/**
 * Whether one of these instants is on another day in the reader's zone than in UTC. The strip shows days of
 * UTC, because the business calendar has them; its labels show the reader's time.
 */
export const isOnAnotherDay = (instants: readonly string[], dayText: DayText): boolean =>
  instants.some((at) => dayText(at, 'day') !== dayText(at.slice(0, 10), 'day'))

const Ref = ({ load }: { load: LoadOnWire }) => (
  <span className="num shrink-0 text-base text-mute">{load.ref}</span>
)
const bold = (text: React.ReactNode) => <b className="font-semibold">{text}</b>

/** The payment was seen on the network and is not final yet, so the person only waits. */
export const SeenPanel = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  return (
    <Panel>
      <div className="flex items-baseline justify-between gap-x-3 max-xs:flex-wrap">
        <p className="num text-xl font-semibold">{coinOf(load.received, load.asset.symbol)}</p>
        <Ref load={load} />
      </div>
      <p className="pt-1 text-mute">{t('seenText')}</p>
    </Panel>
  )
}

/**
 * Names the days up to the release that do not count. Says that days are in UTC where the reader's days
 * differ.
 */
const StripNotes = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  const date = useDates()
  const zone = useTimeZone()
  const { days } = load
  const holidays = days.filter(({ skipped }) => skipped === 'holiday').map(({ day }) => date(day, 'day'))
  const instants = [load.acceptedAt ?? load.quotedAt, load.usualAt, load.latestAt]
  return (
    <p className="pt-1 text-base text-mute">
      {days.some(({ skipped }) => skipped === 'weekend') && t('weekend')}{' '}
      {holidays.length > 0 && t('holidays', { days: holidays.join(', '), count: holidays.length })}{' '}
      {isOnAnotherDay(instants, date) && t('daysInUtc', { zone: cityOf(zone) })}
    </p>
  )
}

/** The load is paid and on its way: its net, its latest date, and the days that count. */
export const HeldPanel = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  const date = useDates()
  const isRegular = load.speed === 'regular'
  const facts = { latest: date(load.latestAt, 'dayTime'), usual: date(load.usualAt, 'inSentence'), b: bold }
  const onItsWay = isRegular
    ? t.rich(load.waitsForFloat ? 'heldWaits' : 'heldText', facts)
    : t(load.waitsForFloat ? 'immediateWaits' : 'immediateText')
  // The strip's days are in UTC, so each label names the day in the reader's zone.
  const dayAndHour = (at: string) => `${date(at, 'day').split(' ')[0] ?? ''} ${date(at, 'time')}`
  const text = load.creditReview ? t('creditReview') : onItsWay
  return (
    <Panel>
      <div className="flex items-baseline justify-between gap-x-3 max-xs:flex-wrap">
        <p className="text-mute">{t('willBeOnCard')}</p>
        <Ref load={load} />
      </div>
      <p className="num text-2xl font-semibold">{moneyText(load.net, {})}</p>
      <p className="pt-1 pb-4">{text}</p>
      {load.days.length > 0 && (
        <>
          <CalendarStrip
            days={load.days.map(({ day, skipped }) => ({ date: day, counts: skipped === null }))}
            startsAt={load.acceptedAt ?? load.quotedAt}
            windowFrom={load.usualAt}
            windowTo={load.latestAt}
            fromLabel={dayAndHour(load.usualAt)}
            toLabel={dayAndHour(load.latestAt)}
          />
          <StripNotes load={load} />
        </>
      )}
    </Panel>
  )
}

export const CreditedPanel = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  return (
    <Panel>
      <div className="flex items-baseline justify-between gap-x-3 max-xs:flex-wrap">
        <p className="text-mute">{t('onYourCard')}</p>
        <Ref load={load} />
      </div>
      <p className="num text-2xl font-semibold">{moneyText(load.net, {})}</p>
      <p className="pt-1 pb-4">{t('creditedText')}</p>
      <div className="grid grid-cols-2 gap-2">
        <ButtonLink to={`/cards/${load.card.id}`} variant="primary" fullWidth>
          {t('seeCard')}
        </ButtonLink>
        <ButtonLink to="/load" fullWidth>
          {t('loadAgain')}
        </ButtonLink>
      </div>
    </Panel>
  )
}

export const ExpiredPanel = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  const kind = load.status === 'expired' ? 'expired' : 'cancelled'
  return (
    <Panel>
      <h2 className="text-lg font-semibold">{t(`${kind}Title`)}</h2>
      <p className="pt-1 pb-4 text-mute">{t(`${kind}Text`)}</p>
      <ButtonLink to={`/load?card=${load.card.id}`} variant="primary" fullWidth>
        {t('newQuote')}
      </ButtonLink>
    </Panel>
  )
}

/** The refund of the reader's own load. */
const OwnRefund = ({ load, refund }: { load: LoadOnWire; refund: NonNullable<LoadOnWire['refund']> }) => {
  const withdraw = useAction(withdrawRefundRequest, { changes: [readLoad] })
  return <RefundPanel payment={load} refund={refund} withdraw={withdraw} />
}

/**
 * Money that differs from the quote: says that it is safe and why it waits, with the exact result of each
 * option (domain §5).
 */
export const ReviewPanel = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  const reason = load.exception as 'underpaid' | null
  const arrived = arrivedOn(load)
  const since = reachedAt(load, load.status)
  const hasFailed = load.status === 'credit_failed'
  const undone = undoneFrom(load.history)
  const date = useDates()
  return (
    <>
      <Panel>
        <div className="flex items-baseline justify-between gap-x-3 max-xs:flex-wrap">
          <h2 className="min-w-0 text-lg font-semibold">
            {load.partOf && isTitledByOrigin(load) ? (
              <PartOfText partOf={load.partOf} />
            ) : (
              t(hasFailed ? 'failedTitle' : undone ? `undone.${undone}` : `reviewTitle.${reason ?? 'other'}`)
            )}
          </h2>
          <Ref load={load} />
        </div>
        {arrived.map(({ amount, asset }, index) => (
          <p key={`${index}-${asset}`} className="num py-1 text-xl font-semibold">
            {coinOf(amount, asset)}
          </p>
        ))}
        {since && <p className="pb-3 text-base text-mute">{capital(date(since, 'near'))}</p>}
        {undone && <p className="pb-3">{t('undone.fee')}</p>}
        <NoteBox tone="good">
          {hasFailed
            ? t('reviewFailed')
            : t(isRefundOpen(load) ? 'reviewRefund' : 'reviewText', {
                amount: arrived.map(({ amount, asset }) => coinOf(amount, asset)).join(', '),
              })}
        </NoteBox>
      </Panel>
      {load.refund && <OwnRefund load={load} refund={load.refund} />}
      <ResolutionPanel load={load} title={t('resolution.title')} />
      <ButtonLink to="/support" search={{ about: load.ref }} icon={MessageCircle} fullWidth>
        {t('writeToUs')}
      </ButtonLink>
    </>
  )
}

/** Money that goes back, or has gone back, to the payer. */
export const RefundedPanel = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  return (
    <>
      {load.refund && <OwnRefund load={load} refund={load.refund} />}
      <ButtonLink to="/support" search={{ about: load.ref }} icon={MessageCircle} fullWidth>
        {t('writeToUs')}
      </ButtonLink>
    </>
  )
}
