import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listEndpoint } from './list.ts'
import { Id, Instant } from './wire.ts'

/** Kinds of notifications; the catalogue has a title and a text for each under `notifications`. */
export const notificationKinds = [
  // Kinds of earlier versions; new notifications do not use them.
  'email_verified',
  'kyc_verified',
  'kyc_declined',
  'kyc_resubmit',
  'kyc_review',
  'card_ready',
  'card_paused',
  'card_resumed',
  'load_detected',
  'load_underpaid',
  'load_accepted',
  'load_waits',
  'load_credited',
  'wallet_loaded',
  'load_expired',
  'load_review',
  'load_failed',
  'load_refunded',
  'load_refund_failed',
  'purchase',
  'purchase_changed',
  'purchase_released',
  'purchase_settled',
  'purchase_adjusted',
  'purchase_declined',
  'refund',
  'approval_decided',
  'mention',
  'company_changed',
  'fees_ended',
  'deposit_credited',
  'deposit_review',
  'deposit_address_needed',
  'deposit_address_entered',
  'settlement_paid',
  'transfer_received',
  'transfer_sent',
  'wallet_adjusted',
  'seller_joined',
  'address_added',
  'withdrawal_requested',
  'withdrawal_completed',
  'withdrawal_rejected',
  'company_deposit',
  'company_transfer',
  'company_transfer_sent',
  'company_transfer_cancelled',
  'company_adjustment',
  'company_settlement',
  'company_withdrawal',
  'company_allowance',
  'company_guarantee',
  'company_address',
  'company_fees',
  'company_limits',
] as const

/**
 * Topics that a person can switch off one by one. Mail about the security of an account cannot be switched
 * off.
 */
export const notificationTopics = [
  'payments',
  'declines',
  'refunds',
  'loads',
  'load_problems',
  'card',
  'identity',
  'account',
  'requests',
  'mentions',
  'withdrawals',
  'wallet',
  'company_money',
] as const
export type NotificationTopic = (typeof notificationTopics)[number]

/** Topics of administrators; cardholders have the others. */
export const adminTopics: readonly NotificationTopic[] = ['requests', 'mentions', 'company_money']
/** Topics of administrators of a company alone: the operator's staff read its books. */
export const companyTopics: readonly NotificationTopic[] = ['company_money']
/** Topics of both: people withdraw from their own wallets, and administrators from those of their company. */
export const sharedTopics: readonly NotificationTopic[] = ['withdrawals']

/** The topic of each kind. */
export const topicOf: Readonly<Record<(typeof notificationKinds)[number], NotificationTopic>> = {
  email_verified: 'identity',
  kyc_verified: 'identity',
  kyc_declined: 'identity',
  kyc_resubmit: 'identity',
  kyc_review: 'identity',
  card_ready: 'card',
  card_paused: 'card',
  card_resumed: 'card',
  load_detected: 'loads',
  load_underpaid: 'load_problems',
  load_accepted: 'loads',
  load_waits: 'loads',
  load_credited: 'loads',
  wallet_loaded: 'loads',
  load_expired: 'loads',
  load_review: 'load_problems',
  load_failed: 'load_problems',
  load_refunded: 'loads',
  load_refund_failed: 'load_problems',
  purchase: 'payments',
  purchase_changed: 'payments',
  purchase_released: 'payments',
  purchase_settled: 'payments',
  purchase_adjusted: 'payments',
  purchase_declined: 'declines',
  refund: 'refunds',
  approval_decided: 'requests',
  mention: 'mentions',
  company_changed: 'account',
  fees_ended: 'requests',
  deposit_credited: 'requests',
  deposit_review: 'requests',
  deposit_address_needed: 'requests',
  deposit_address_entered: 'requests',
  settlement_paid: 'wallet',
  transfer_received: 'wallet',
  transfer_sent: 'wallet',
  wallet_adjusted: 'wallet',
  seller_joined: 'account',
  address_added: 'withdrawals',
  withdrawal_requested: 'withdrawals',
  withdrawal_completed: 'withdrawals',
  withdrawal_rejected: 'withdrawals',
  company_deposit: 'company_money',
  company_transfer: 'company_money',
  company_transfer_sent: 'company_money',
  company_transfer_cancelled: 'company_money',
  company_adjustment: 'company_money',
  company_settlement: 'company_money',
  company_withdrawal: 'company_money',
  company_allowance: 'company_money',
  company_guarantee: 'company_money',
  company_address: 'withdrawals',
  company_fees: 'company_money',
  company_limits: 'company_money',
}

const everywhere = { inApp: true, email: true }
const inAppOnly = { inApp: true, email: false }

/** Default channels of a topic. */
export const usualChannels: Readonly<Record<NotificationTopic, { inApp: boolean; email: boolean }>> = {
  payments: inAppOnly,
  declines: inAppOnly,
  refunds: inAppOnly,
  loads: everywhere,
  load_problems: everywhere,
  card: everywhere,
  identity: everywhere,
  account: everywhere,
  requests: everywhere,
  mentions: everywhere,
  withdrawals: everywhere,
  wallet: everywhere,
  company_money: everywhere,
}

/** Counts above this are shown as "99+". */
export const mostShownUnread = 99

const Notification = z.object({
  id: Id,
  /** One of `notificationKinds`; a newer server may know more. */
  kind: z.string(),
  /** Facts of the text: money as decimal strings, instants as RFC 3339. */
  facts: z.record(z.string(), z.string()),
  /** Path of the web that the notification links to. */
  path: z.string().nullable(),
  readAt: Instant.nullable(),
  at: Instant,
})

export const listNotifications = listEndpoint({
  path: '/notifications',
  summary: 'My notifications, newest first, with the number of unread ones',
  who: 'signed-in',
  row: Notification,
  sorts: ['-at'],
  extra: { unread: z.number().int() },
})

export const countNotifications = endpoint({
  method: 'GET',
  path: '/notifications/unread',
  summary: 'How many notifications I have not read; 10,001 means more than 10,000',
  who: 'signed-in',
  output: z.object({ unread: z.number().int() }),
  refusals: {},
})

const NotificationSettings = z.object({
  topics: z.array(z.object({ topic: z.enum(notificationTopics), inApp: z.boolean(), email: z.boolean() })),
})

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/notifications/settings',
  summary:
    'My notification settings by topic and channel. Mail about the security of an account is always sent',
  who: 'signed-in',
  output: NotificationSettings,
  refusals: {},
})

export const updateNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/notifications/settings',
  summary: 'Choose the channels of a topic',
  who: 'signed-in',
  whileImpersonating: 'changes',
  input: z.object({
    topic: z.enum(notificationTopics),
    inApp: z.boolean().optional(),
    email: z.boolean().optional(),
  }),
  output: NotificationSettings,
  refusals: {},
})

export const readNotifications = endpoint({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark notifications as read: those named, or all',
  who: 'signed-in',
  input: z.object({ ids: z.array(Id).max(200).optional() }),
  output: z.object({ unread: z.number().int() }),
  refusals: {},
})
