import { CreditCard, Landmark } from 'lucide-react'
import { capital } from '../kernel/date-text.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { percentText } from '../kernel/money-text.ts'
import { Panel, SectionTitle } from '../ui/panel.tsx'
import { Stepper, type Step } from '../ui/stepper.tsx'
import {
  coinOf,
  needsDecision,
  networkName,
  rateText,
  reachedAt,
  shortHex,
  type LoadOnWire,
  isRefundOpen,
} from '../ui/payments/load-wire.ts'

/** Two days of a window. A month or a year that both days have is written once: "Mon 23" to "Wed 25 Nov". */
export const windowOf = (from: string, to: string): { readonly from: string; readonly to: string } => {
  const parts = from.split(' ')
  return { from: parts.at(-1) === to.split(' ').at(-1) ? parts.slice(0, -1).join(' ') : from, to }
}

const paidStatuses = new Set([
  'confirmed',
  'held',
  'crediting',
  'credited',
  'review',
  'credit_failed',
  'refunding',
  'refunded',
])

const useSteps = (load: LoadOnWire): Step[] => {
  const t = useText('loads')
  const date = useDates()
  const { symbol, network } = load.asset
  const quotedDay = date(load.quotedAt, 'day')
  // The first step shows its day; other steps show a day only when it is a different one.
  const time = (instant: string | null) => {
    if (instant === null) return
    return date(instant, 'day') === quotedDay ? date(instant, 'time') : capital(date(instant, 'near'))
  }
  const seen = load.transfers.filter(({ status }) => status === 'seen' || status === 'final')
  const unlisted = load.transfers.filter(({ status }) => status === 'unlisted')
  const isPaid = paidStatuses.has(load.status)
  const newest = seen.findLast(({ asset }) => asset === symbol)

  const quoted: Step = {
    key: 'quoted',
    state: 'done',
    title: t('step.quoted'),
    time: capital(date(load.quotedAt, 'near')),
    detail: t('step.quotedDetail', {
      asset: symbol,
      rate: rateText(load.rate),
      percent: percentText(load.feePercent),
    }),
  }
  const ended = (status: 'cancelled' | 'expired'): Step => ({
    key: status,
    state: status === 'expired' ? 'failed' : 'stopped',
    title: t(`step.${status}`),
    time: time(reachedAt(load, status)),
  })
  const waiting: Step = {
    key: 'wait',
    state: 'current',
    title: t('step.wait'),
    time: t('step.waitUntil', { time: date(load.expiresAt, 'time') }),
  }
  const payments: Step[] = seen.map((transfer) => ({
    key: transfer.txHash,
    state: transfer.asset === symbol ? 'done' : 'attention',
    title: t(transfer.asset === symbol ? 'step.detected' : 'reviewTitle.wrong_asset'),
    time: time(transfer.at),
    detail: t('step.detectedDetail', {
      amount: coinOf(transfer.amount, transfer.asset),
      network: networkName(network),
    }),
  }))
  const strange: Step[] = unlisted.map((transfer) => ({
    key: transfer.txHash,
    state: 'attention',
    title: t('step.unlisted'),
    time: time(transfer.at),
    detail: t('step.unlistedDetail', { token: shortHex(transfer.asset) }),
  }))
  const confirming: Step[] =
    newest && load.status === 'detected' && load.exception === null
      ? [
          {
            key: 'confirming',
            state: 'current',
            title: t('step.confirming'),
            time: t('step.now'),
            detail: t('step.confirmingDetail', {
              count: String(newest.confirmations),
              needed: String(newest.confirmationsNeeded),
            }),
          },
        ]
      : []
  const rest: Step[] =
    load.status === 'detected' && load.exception === 'underpaid'
      ? [
          {
            key: 'rest',
            state: 'attention',
            title: t('step.rest'),
            time: t('step.waitUntil', { time: date(load.expiresAt, 'time') }),
            detail: t('step.restDetail', { amount: coinOf(load.missing, symbol) }),
          },
        ]
      : []
  const final: Step[] = isPaid
    ? [
        {
          key: 'final',
          state: 'done',
          title: t('step.final', { network: networkName(network) }),
          // Late money was never confirmed: it went to review when it was final.
          time: time(reachedAt(load, 'confirmed') ?? reachedAt(load, 'review')),
        },
      ]
    : []
  const hasFailed = load.status === 'credit_failed'
  const reviewed = hasFailed ? 'creditFailed' : isRefundOpen(load) ? 'refundRequested' : 'review'
  const reviewTitle = needsDecision(load) ? 'decide' : reviewed
  const review: Step[] = ['review', 'credit_failed'].includes(load.status)
    ? [
        {
          key: 'review',
          state: hasFailed ? 'failed' : 'attention',
          title: t(`step.${reviewTitle}`),
          detail: t(`step.${reviewed}Detail`),
          time: time(load.refund?.requestedAt ?? reachedAt(load, load.status)),
        },
      ]
    : []
  const isBack = load.status === 'refunded'
  const refunding: Step[] =
    isBack || load.status === 'refunding'
      ? [
          {
            key: 'refund',
            state: isBack ? 'done' : 'current',
            title: t(isBack ? 'step.refunded' : 'step.refunding'),
            time: time(reachedAt(load, load.status)),
          },
        ]
      : []
  const heldAt = reachedAt(load, 'held')
  const isHeld = load.status === 'held'
  const held: Step[] = heldAt
    ? [
        {
          key: 'held',
          state: isHeld ? 'current' : 'done',
          title: t('step.held'),
          time: isHeld ? t('step.now') : time(heldAt),
          detail: isHeld
            ? load.waitsForFloat
              ? t('step.heldFloat')
              : t('step.heldDetail', { asset: symbol })
            : undefined,
        },
      ]
    : []
  const crediting: Step[] =
    load.status === 'crediting'
      ? [
          {
            key: 'crediting',
            state: 'current',
            icon: Landmark,
            title: t('step.crediting'),
            time: t('step.now'),
            detail: t(load.creditReview ? 'step.creditReviewDetail' : 'step.creditingDetail'),
          },
        ]
      : []
  const where = t('step.creditedCard', { form: load.card.form, digits: load.card.lastDigits ?? '····' })
  const dates =
    load.speed === 'regular'
      ? t('step.window', windowOf(date(load.usualAt, 'day'), date(load.latestAt, 'day')))
      : load.waitsForFloat
        ? undefined
        : t('step.withinMinute')
  const onCard: Step = load.creditedAt
    ? {
        key: 'credited',
        state: 'done',
        title: t('step.credited'),
        time: time(load.creditedAt),
        detail: where,
      }
    : {
        key: 'credited',
        state: 'to-come',
        icon: CreditCard,
        title: t('step.credited'),
        time: dates,
        detail: where,
      }

  if (load.status === 'cancelled' || load.status === 'expired')
    return [quoted, ...strange, ...payments, ended(load.status)]
  if (load.status === 'quoted') return [quoted, ...strange, ...payments, waiting, onCard]
  if (refunding.length > 0) return [quoted, ...strange, ...payments, ...final, ...refunding]
  if (review.length > 0) return [quoted, ...strange, ...payments, ...final, ...held, ...review]
  return [quoted, ...strange, ...payments, ...confirming, ...rest, ...final, ...held, ...crediting, onCard]
}

/** The progress of the load: what happened, what comes next and when (designs load-held, load-partial). */
export const LoadProgress = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  const steps = useSteps(load)
  return (
    <section className="flex flex-col gap-2 lg:-mt-2">
      <SectionTitle>{t('whatHappened')}</SectionTitle>
      <Panel>
        <Stepper steps={steps} />
      </Panel>
    </section>
  )
}
