import type { EventType } from '@cardamom/contract/events'
import type { MailPath } from '@cardamom/contract/mail-paths'
import { formatCents } from '@cardamom/contract/money'
import type { notificationKinds } from '@cardamom/contract/notifications'

type Kind = (typeof notificationKinds)[number]
type Payload = Readonly<Record<string, unknown>>

/** What an event tells a person: the kind of text, its facts, and the page that it links to. */
export type Notice = {
  readonly kind: Kind
  readonly facts: Readonly<Record<string, string>>
  readonly path: MailPath | null
  /** The payment or load whose row the notice updates. Null: the notice gets its own row. */
  readonly subjectId: string | null
  /** False: a row that was read stays read. */
  readonly isNews: boolean
}

/** The parts of an event that a notice is made from. */
export type NoticeSource = {
  readonly payload: Payload
  readonly entityId: string
  /** The person who gets the notice. */
  readonly userId: string
}
export type NoticeOf = (source: NoticeSource) => Notice | null

const text = (payload: Payload, name: string): string => {
  const value = payload[name]
  return typeof value === 'string' ? value : ''
}
const money = (payload: Payload, name: string): string =>
  payload[name] === undefined ? '' : formatCents(BigInt(text(payload, name) || '0'))

const alone = { subjectId: null, isNews: true } as const

const onLoad =
  (kind: Kind, facts: (payload: Payload) => Record<string, string> = () => ({})): NoticeOf =>
  ({ payload, entityId }) => ({
    kind,
    facts: { ref: text(payload, 'ref'), ...facts(payload) },
    path: `/load/${entityId}`,
    subjectId: entityId,
    isNews: true,
  })

const kycKinds: Readonly<Record<string, Kind>> = {
  positive: 'kyc_verified',
  admin_approved: 'kyc_verified',
  declined: 'kyc_declined',
  admin_rejected: 'kyc_declined',
  resubmitted: 'kyc_resubmit',
  needs_review: 'kyc_review',
}

const onKyc: NoticeOf = ({ payload }) => {
  const kind = kycKinds[text(payload, 'status')]
  return kind ? { kind, facts: {}, path: kind === 'kyc_verified' ? '/' : '/kyc/status', ...alone } : null
}

const paymentNotice = (
  { payload, entityId }: NoticeSource,
  of: { kind: Kind; amount: string; isNews?: boolean },
): Notice => ({
  kind: of.kind,
  facts: {
    merchant: text(payload, 'merchant'),
    amount: of.amount,
    before: money(payload, 'beforeCents'),
    reason: text(payload, 'reason'),
  },
  path: `/transactions/${entityId}`,
  subjectId: entityId,
  isNews: of.isNews ?? true,
})

/** Amount of the payment after the event. Events of an earlier version have only their own amount. */
const totalOf = ({ payload }: NoticeSource) => money(payload, 'totalCents') || money(payload, 'amountCents')
const beforeOf = ({ payload }: NoticeSource) => money(payload, 'beforeCents')
const isNothing = (amount: string) => amount === '' || amount === '0.00'

/** A new hold, or a hold with another amount than before. */
const onHold: NoticeOf = (source) => {
  const isFirst = isNothing(beforeOf(source))
  return paymentNotice(source, { kind: isFirst ? 'purchase' : 'purchase_changed', amount: totalOf(source) })
}

const onRelease: NoticeOf = (source) =>
  isNothing(totalOf(source))
    ? paymentNotice(source, { kind: 'purchase_released', amount: beforeOf(source) })
    : paymentNotice(source, { kind: 'purchase_changed', amount: totalOf(source) })

/** The shop collected its money. This is news only when the amount differs from the hold. */
const onClearing: NoticeOf = (source) => {
  const [amount, before] = [totalOf(source), beforeOf(source)]
  const isChanged = !isNothing(before) && before !== amount
  if (isChanged) return paymentNotice(source, { kind: 'purchase_adjusted', amount })
  const isHeld = text(source.payload, 'status') === 'floating'
  return paymentNotice(source, { kind: isHeld ? 'purchase' : 'purchase_settled', amount, isNews: false })
}

const onDecline: NoticeOf = (source) =>
  paymentNotice(source, { kind: 'purchase_declined', amount: money(source.payload, 'amountCents') })

const onRefund: NoticeOf = (source) => {
  const { payload } = source
  const amount = money(payload, 'refundedCents') || money(payload, 'amountCents')
  return paymentNotice(source, { kind: 'refund', amount })
}

/** A person who paused or resumed the card in their own session gets no notice. */
const onCard =
  (kind: Kind): NoticeOf =>
  ({ payload, entityId, userId }) =>
    payload['actorId'] === userId
      ? null
      : {
          kind,
          facts: { lastDigits: text(payload, 'lastDigits'), reason: text(payload, 'reason') },
          path: `/cards/${entityId}`,
          ...alone,
        }

const onUnderpaid: NoticeOf = (source) =>
  text(source.payload, 'exception') === 'underpaid' ? onLoad('load_underpaid')(source) : null

const netOf = (payload: Payload) => ({ net: money(payload, 'netCents') })

const onCompany: NoticeOf = ({ payload }) => ({
  kind: 'company_changed',
  facts: { from: text(payload, 'from'), to: text(payload, 'to') },
  path: '/',
  ...alone,
})

/** Withdrawals of the person, or of the company that they administrate. */
const onWithdrawal =
  (kind: Kind): NoticeOf =>
  ({ payload, entityId }) => ({
    kind,
    facts: {
      ref: text(payload, 'ref'),
      amount: money(payload, 'totalCents'),
      net: money(payload, 'netCents'),
      coin: text(payload, 'asset'),
    },
    path: text(payload, 'path') as MailPath,
    subjectId: entityId,
    isNews: true,
  })

const onAddress: NoticeOf = ({ payload }) => ({
  kind: 'address_added',
  facts: { label: text(payload, 'label'), by: text(payload, 'usableFrom') },
  path: text(payload, 'path') as MailPath,
  ...alone,
})

/** The notice for each event type. Event types without an entry cause no notice. */
export const notices: Readonly<Partial<Record<EventType, NoticeOf>>> = {
  'user.company_changed': onCompany,
  'kyc.decided': onKyc,
  'card.activated': onCard('card_ready'),
  'card.blocked': onCard('card_paused'),
  'card.resumed': onCard('card_resumed'),
  'load.detected': onLoad('load_detected'),
  'load.underpaid': onUnderpaid,
  'load.rest_requested': onLoad('load_underpaid'),
  'load.accepted': onLoad('load_accepted', (payload) => ({
    ...netOf(payload),
    by: text(payload, 'releaseBy'),
    speed: text(payload, 'speed'),
  })),
  'load.release_delayed': onLoad('load_waits'),
  'load.credited': onLoad('load_credited', (payload) => ({
    ...netOf(payload),
    cardId: text(payload, 'cardId'),
  })),
  'transfer.credited': ({ payload }) => ({
    kind: 'wallet_loaded',
    facts: { ...netOf(payload), sender: text(payload, 'senderName') },
    path: `/cards/${text(payload, 'cardId')}`,
    ...alone,
  }),
  'load.expired': onLoad('load_expired'),
  'load.set_aside': onLoad('load_review', (payload) => ({ exception: text(payload, 'exception') })),
  'load.undone': onLoad('load_review'),
  'load.reversed': onLoad('load_review'),
  'load.credit_failed': onLoad('load_failed'),
  'load.refunded': onLoad('load_refunded', (payload) => ({ coins: text(payload, 'coins') })),
  'load.refund_failed': onLoad('load_refund_failed', (payload) => ({ coins: text(payload, 'coins') })),
  'card.authorised': onHold,
  'card.reversed': onRelease,
  'card.lapsed': onRelease,
  'card.cleared': onClearing,
  'card.declined': onDecline,
  'card.refunded': onRefund,
  'seller_invitation.accepted': ({ payload }) => ({
    kind: 'seller_joined',
    facts: { name: text(payload, 'name') },
    path: '/sellers',
    ...alone,
  }),
  'payout_address.added': onAddress,
  'withdrawal.requested': onWithdrawal('withdrawal_requested'),
  'withdrawal.confirmed': onWithdrawal('withdrawal_completed'),
  'withdrawal.rejected': onWithdrawal('withdrawal_rejected'),
}
