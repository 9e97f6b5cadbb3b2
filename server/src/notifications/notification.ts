import { formatCents } from '@cardamom/contract/money'
import type { notificationKinds } from '@cardamom/contract/notifications'

type Kind = (typeof notificationKinds)[number]
type Payload = Readonly<Record<string, unknown>>

/** What an event tells a person: which text, with which facts, and where it leads. */
export type Notice = {
  readonly kind: Kind
  readonly facts: Readonly<Record<string, string>>
  readonly path: string | null
}

const text = (payload: Payload, name: string): string => {
  const value = payload[name]
  return typeof value === 'string' ? value : ''
}
const money = (payload: Payload, name: string): string =>
  payload[name] === undefined ? '' : formatCents(BigInt(text(payload, name) || '0'))

const onLoad =
  (kind: Kind, facts: (payload: Payload) => Record<string, string> = () => ({})) =>
  (payload: Payload, entityId: string): Notice => ({
    kind,
    facts: { ref: text(payload, 'ref'), ...facts(payload) },
    path: `/load/${entityId}`,
  })

const kycKinds: Readonly<Record<string, Kind>> = {
  positive: 'kyc_verified',
  admin_approved: 'kyc_verified',
  declined: 'kyc_declined',
  admin_rejected: 'kyc_declined',
  resubmitted: 'kyc_resubmit',
  needs_review: 'kyc_review',
}

const onPurchase =
  (kind: Kind) =>
  (payload: Payload, entityId: string): Notice => ({
    kind,
    facts: {
      merchant: text(payload, 'merchant'),
      amount: money(payload, 'amountCents'),
      reason: text(payload, 'reason'),
    },
    path: `/transactions/${entityId}`,
  })

const onCard =
  (kind: Kind) =>
  (payload: Payload, entityId: string): Notice => ({
    kind,
    facts: { lastDigits: text(payload, 'lastDigits') },
    path: `/cards/${entityId}`,
  })

/** Event type → what the person is told. An event without a row tells nobody. */
export const notices: Readonly<Record<string, (payload: Payload, entityId: string) => Notice | null>> = {
  'user.email_verified': () => ({ kind: 'email_verified', facts: {}, path: '/kyc' }),
  'kyc.decided': (payload) => {
    const kind = kycKinds[text(payload, 'status')]
    return kind ? { kind, facts: {}, path: kind === 'kyc_verified' ? '/' : '/kyc/status' } : null
  },
  'card.activated': onCard('card_ready'),
  'card.blocked': onCard('card_paused'),
  'card.resumed': onCard('card_resumed'),
  'load.detected': onLoad('load_detected'),
  'load.accepted': onLoad('load_accepted', (payload) => ({
    net: money(payload, 'netCents'),
    by: text(payload, 'releaseBy'),
  })),
  'load.waits_for_float': onLoad('load_waits'),
  'load.credited': onLoad('load_credited', (payload) => ({ net: money(payload, 'netCents') })),
  'load.expired': onLoad('load_expired'),
  'load.set_aside': onLoad('load_review', (payload) => ({ exception: text(payload, 'exception') })),
  'load.credit_failed': onLoad('load_failed'),
  'card.authorised': onPurchase('purchase'),
  'card.cleared': onPurchase('purchase_settled'),
  'card.declined': onPurchase('purchase_declined'),
  'card.refunded': onPurchase('refund'),
}
