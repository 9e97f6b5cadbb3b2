import type { notificationKinds } from '@cardamom/contract/notifications'
import { declineReasonOf, declineReasons } from '@cardamom/contract/cards/declines'
import type { listNotifications } from '@cardamom/contract/notifications'
import type { WireOf } from '@cardamom/contract/endpoint'
import {
  ArrowDownLeft,
  ArrowUpFromLine,
  AtSign,
  Bell,
  BookUser,
  Building2,
  CircleAlert,
  CircleX,
  Clock,
  CreditCard,
  Eye,
  Hourglass,
  MailCheck,
  Pause,
  Play,
  ReceiptText,
  ScanFace,
  Stamp,
  Undo2,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'
import type { Text, TextOfMany } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import type { DiscTone } from '../ui/list-row.tsx'

export type NotificationOnWire = WireOf<typeof listNotifications>['items'][number]
type Kind = (typeof notificationKinds)[number]
type Appearance = { readonly icon: LucideIcon; readonly tone: DiscTone }

const appearances: Readonly<Record<Kind, Appearance>> = {
  email_verified: { icon: MailCheck, tone: 'good' },
  kyc_verified: { icon: ScanFace, tone: 'good' },
  kyc_declined: { icon: ScanFace, tone: 'bad' },
  kyc_resubmit: { icon: ScanFace, tone: 'warn' },
  kyc_review: { icon: Eye, tone: 'info' },
  card_ready: { icon: CreditCard, tone: 'good' },
  card_paused: { icon: Pause, tone: 'warn' },
  card_resumed: { icon: Play, tone: 'good' },
  load_detected: { icon: Eye, tone: 'info' },
  load_underpaid: { icon: CircleAlert, tone: 'warn' },
  load_accepted: { icon: Clock, tone: 'info' },
  load_waits: { icon: Hourglass, tone: 'warn' },
  load_credited: { icon: ArrowDownLeft, tone: 'good' },
  wallet_loaded: { icon: ArrowDownLeft, tone: 'good' },
  load_expired: { icon: Clock, tone: 'neutral' },
  load_review: { icon: CircleAlert, tone: 'warn' },
  load_failed: { icon: CircleAlert, tone: 'warn' },
  load_refunded: { icon: Undo2, tone: 'good' },
  load_refund_failed: { icon: CircleAlert, tone: 'warn' },
  address_added: { icon: BookUser, tone: 'info' },
  withdrawal_requested: { icon: Clock, tone: 'info' },
  withdrawal_completed: { icon: ArrowUpFromLine, tone: 'good' },
  withdrawal_rejected: { icon: CircleX, tone: 'warn' },
  purchase: { icon: ReceiptText, tone: 'neutral' },
  purchase_changed: { icon: ReceiptText, tone: 'neutral' },
  purchase_released: { icon: Undo2, tone: 'good' },
  purchase_settled: { icon: ReceiptText, tone: 'neutral' },
  purchase_adjusted: { icon: ReceiptText, tone: 'neutral' },
  purchase_declined: { icon: CircleX, tone: 'bad' },
  refund: { icon: Undo2, tone: 'good' },
  approval_decided: { icon: Stamp, tone: 'info' },
  mention: { icon: AtSign, tone: 'info' },
  company_changed: { icon: Building2, tone: 'info' },
  fees_ended: { icon: Stamp, tone: 'warn' },
  deposit_credited: { icon: ArrowDownLeft, tone: 'good' },
  deposit_review: { icon: CircleAlert, tone: 'warn' },
  deposit_address_needed: { icon: CircleAlert, tone: 'warn' },
  deposit_address_entered: { icon: CircleAlert, tone: 'warn' },
  settlement_paid: { icon: ArrowDownLeft, tone: 'good' },
  transfer_received: { icon: ArrowDownLeft, tone: 'good' },
  transfer_sent: { icon: ArrowUpFromLine, tone: 'info' },
  wallet_adjusted: { icon: Stamp, tone: 'info' },
  company_deposit: { icon: ArrowDownLeft, tone: 'info' },
  company_transfer: { icon: ArrowDownLeft, tone: 'good' },
  company_transfer_sent: { icon: ArrowUpFromLine, tone: 'info' },
  company_transfer_cancelled: { icon: Undo2, tone: 'warn' },
  company_adjustment: { icon: Stamp, tone: 'info' },
  company_settlement: { icon: ArrowDownLeft, tone: 'good' },
  company_withdrawal: { icon: ArrowUpFromLine, tone: 'info' },
  company_allowance: { icon: CircleAlert, tone: 'warn' },
  company_guarantee: { icon: CircleAlert, tone: 'warn' },
  company_address: { icon: CircleAlert, tone: 'warn' },
  company_fees: { icon: Stamp, tone: 'info' },
  company_limits: { icon: Stamp, tone: 'info' },
  seller_joined: { icon: UserPlus, tone: 'good' },
}

const kindOf = (kind: string): Kind | 'other' => (kind in appearances ? (kind as Kind) : 'other')

/** Icon and colour of a notification; a kind that this version does not know has the bell. */
export const notificationIcon = ({ kind, facts }: NotificationOnWire): Appearance => {
  const known = kindOf(kind)
  if (facts['status'] === 'deducted') return { icon: ArrowUpFromLine, tone: 'info' }
  return known === 'other' ? { icon: Bell, tone: 'neutral' } : appearances[known]
}

/** Title and text, filled with the facts: money as text, dates in the reader's zone. */
export const notificationTexts = ({
  t,
  declines,
  notification,
  dateOf,
  request = '',
}: {
  t: Text<'notifications'>
  declines: Text<'declines'>
  notification: NotificationOnWire
  dateOf: (instant: string) => string
  /** The name of the kind of request, of a notice about one. */
  request?: string | undefined
}): { title: string; text: string } => {
  const kind = kindOf(notification.kind)
  const { ref = '', net = '', by = '', merchant = '', reason = '' } = notification.facts
  const { amount = '', before = '', lastDigits = '', coins = '', label = '', coin = '' } = notification.facts
  const { status = '', checker = '', author = '', entity = '' } = notification.facts
  const { from = '', to = '', sender = '', receiver = '', address = '', name = '' } = notification.facts
  const { regular = '', immediate = '', transfer = '', change = '', category = '' } = notification.facts
  const values = {
    ref,
    net: net === '' ? '' : moneyText(net),
    by: by === '' ? '' : dateOf(by),
    amount: amount === '' ? '' : moneyText(amount.replace(/^-/, '')),
    before: before === '' ? '' : moneyText(before),
    reason: reason === '' ? 'other' : reason,
    card: lastDigits === '' ? '' : `•••• ${lastDigits}`,
    merchant: merchant === '' ? t('unnamedShop') : merchant,
    request,
    status,
    name: [checker, author, name].find((each) => each !== '') ?? '',
    entity,
    from,
    to,
    coins,
    label,
    coin,
    sender,
    receiver,
    address,
    regular: regular === '' ? 'none' : regular,
    immediate: immediate === '' ? 'none' : immediate,
    transfer: transfer === '' ? 'none' : transfer,
    change,
    category,
  }
  const textOf = t as unknown as TextOfMany<`kind.${Kind | 'other'}.${'title' | 'text'}`>
  const [title, text] = [textOf(`kind.${kind}.title`, values), textOf(`kind.${kind}.text`, values)]
  if (kind !== 'purchase_declined' || reason === '') return { title, text }
  const known = declineReasonOf(reason)
  const why = known === 'insufficient_funds' ? t('notEnough') : declines(declineReasons[known].text)
  return { title, text: `${why} ${text}` }
}
