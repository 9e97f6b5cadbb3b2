import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf, PageQuery } from './page.ts'
import { Id, Instant } from './wire.ts'

/** What people are told about: each has a title and a text under `notifications` in the catalogue. */
export const notificationKinds = [
  // Of earlier versions; nobody is told of it any more.
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
  'load_expired',
  'load_review',
  'load_failed',
  'purchase',
  'purchase_changed',
  'purchase_released',
  'purchase_settled',
  'purchase_adjusted',
  'purchase_declined',
  'refund',
] as const

/** Counts above this are shown as "99+". */
export const mostShownUnread = 99

const Notification = z.object({
  id: Id,
  /** One of `notificationKinds`; a newer server may know more. */
  kind: z.string(),
  /** Facts that the text is filled with: money as decimal strings, instants as RFC 3339. */
  facts: z.record(z.string(), z.string()),
  /** Where it leads, a path of the web. */
  path: z.string().nullable(),
  readAt: Instant.nullable(),
  at: Instant,
})

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'My notifications, newest first, with the number that are not read',
  who: 'signed-in',
  input: PageQuery.omit({ q: true }),
  output: pageOf(Notification).extend({ unread: z.number().int() }),
  refusals: { validation: 422 },
})

export const countNotifications = endpoint({
  method: 'GET',
  path: '/notifications/unread',
  summary: 'How many notifications I have not read; 10,001 stands for more',
  who: 'signed-in',
  output: z.object({ unread: z.number().int() }),
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
