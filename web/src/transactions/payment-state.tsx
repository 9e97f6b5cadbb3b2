import type { TransactionDetailOnWire } from '@cardamom/contract/transactions'
import { Clock } from 'lucide-react'
import { centsOf } from '../kernel/cents.ts'
import { capital } from '../kernel/date-text.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText, type Text } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Stepper, type Step } from '../ui/stepper.tsx'
import { feeName, originalText } from './row-text.ts'

type Event = TransactionDetailOnWire['events'][number]

/** Reversals after which nothing is held any more: they release the whole hold, not a part of it. */
export const wholeReleases = (
  events: readonly Pick<Event, 'id' | 'type' | 'amount'>[],
): ReadonlySet<string> => {
  const whole = new Set<string>()
  let heldCents = 0n
  for (const { id, type, amount } of events) {
    if (type === 'authorisation' || type === 'increment') heldCents += centsOf(amount)
    if (type === 'reversal' || type === 'clearing') heldCents -= centsOf(amount)
    if (type === 'reversal' && heldCents <= 0n) whole.add(id)
  }
  return whole
}

const titleOf = (t: Text<'transactions'>, { type, final }: Event, isWholeRelease: boolean): string => {
  if (isWholeRelease) return t('event.released')
  return t(type === 'clearing' && !final ? 'event.clearingPart' : `event.${type}`)
}

const detailOf = (t: Text<'transactions'>, { type, amount, original, fees }: Event): string => {
  const originalAmount = original === null ? [] : [originalText(original)]
  const fee = fees.map((each) =>
    t('event.withFee', { name: feeName(t, each.type), fee: moneyText(each.amount) }),
  )
  const sum = moneyText(amount, type === 'increment' ? { sign: 'always' } : {})
  return [sum, ...originalAmount, ...fee].join(' · ')
}

/** Every message of the issuer about a payment, in order, and the steps that are still to come. */
export const PaymentState = ({
  detail,
}: {
  detail: Pick<TransactionDetailOnWire, 'events' | 'status' | 'holdsUntil'>
}) => {
  const t = useText('transactions')
  const date = useDates()
  const released = wholeReleases(detail.events)
  const steps: Step[] = detail.events.map((event) => ({
    key: event.id,
    state: event.type === 'decline' ? 'failed' : 'done',
    title: titleOf(t, event, released.has(event.id)),
    time: capital(date(event.at, 'near')),
    detail: detailOf(t, event),
  }))
  const waits: Step[] =
    detail.status === 'floating'
      ? [
          {
            key: 'waits',
            state: 'to-come',
            icon: Clock,
            title: t('event.waits'),
            ...(detail.holdsUntil === null
              ? {}
              : { time: t('event.waitsBy', { date: date(detail.holdsUntil, 'day') }) }),
          },
        ]
      : []
  return <Stepper steps={[...steps, ...waits]} />
}
