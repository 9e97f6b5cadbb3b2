import type { MailPath } from '@cardamom/contract/mail-paths'
import { readCompany } from '../companies/companies.sql.ts'
import { personMail } from '../identity/identity-mail.ts'
import { noticeTries } from '../identity/throttle.ts'
import type { Throttles } from '../identity/throttles.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import type { MessageOf } from '../kernel/reply.ts'
import type { Mailer, MailKind } from '../providers/mail/mailer.ts'
import { mailFactsOfApproval } from './approval-notice.ts'
import { mailFactsOfLimits } from './company-terms-notice.ts'
import type { Notice } from './notification.ts'
import type { NotificationNeeds } from './notifications.routes.ts'

/**
 * Kinds of notice that have a mail: the person waits for them, must do something, or may want to know at
 * once.
 */
const mailed: ReadonlySet<string> = new Set([
  'kyc_verified',
  'kyc_declined',
  'kyc_resubmit',
  'card_ready',
  'card_paused',
  'load_detected',
  'load_underpaid',
  'load_accepted',
  'load_credited',
  'wallet_loaded',
  'load_review',
  'load_failed',
  'load_refunded',
  'load_refund_failed',
  'purchase',
  'purchase_declined',
  'refund',
  'approval_decided',
  'mention',
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
  'company_changed',
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
] satisfies (MailKind & Notice['kind'])[])

const isMailed = (kind: Notice['kind']): kind is Notice['kind'] & MailKind => mailed.has(kind)

/**
 * Whether a later mail replaces this one. An immediate load is on the card a minute later, and that mail says
 * all of it.
 */
const isOvertaken = ({ kind, facts }: Notice) => kind === 'load_accepted' && facts['speed'] === 'immediate'

/**
 * Whether strangers can cause the notice. Anybody can pay to an address that is visible on the chain, so
 * these notices may be frequent. What we undo on a load has no exception, and is mailed whatever strangers pay.
 */
const isCausedByStrangers = ({ kind, facts }: Notice) =>
  kind === 'deposit_review' ||
  (kind === 'load_review' && facts['exception'] !== undefined) ||
  (kind === 'company_deposit' && facts['status'] === 'review')

/** The page that the mail's button opens. For credited money it is the page of the card. */
const pathOf = ({ kind, facts, path }: Notice): MailPath => {
  const cardId = facts['cardId'] ?? ''
  return kind === 'load_credited' && cardId !== '' ? `/cards/${cardId}` : (path ?? '/')
}

/**
 * Formats an amount with thousands separators. The decimal string is formatted exactly, without becoming a
 * number.
 */
const grouped = (amount: string): string =>
  /^-?\d+\.\d{2}$/.test(amount)
    ? new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(amount as `${number}`)
    : amount

/** Kinds whose mail names what the product shows by a code. */
const factsOfMail: Readonly<Partial<Record<Notice['kind'], typeof mailFactsOfApproval>>> = {
  approval_decided: mailFactsOfApproval,
  company_limits: mailFactsOfLimits,
}

/** Mails a notice in the branding of the person's company and in their language. */
export const createNoticeMail =
  ({
    mailer,
    config,
    clock,
    throttles,
    messageOf,
  }: {
    mailer: Mailer
    config: Pick<Config, 'PUBLIC_URL'>
    clock: Pick<Clock, 'offsetMs'>
    throttles: Pick<Throttles, 'isFreeWithin'>
    messageOf: MessageOf
  }): NotificationNeeds['mailNotice'] =>
  async (tx, { userId, notice }) => {
    if (!isMailed(notice.kind) || isOvertaken(notice)) return
    // The clock was set back for the demo. Events of its past are not mailed today.
    if (clock.offsetMs() < 0) return
    const budget = `notice-mail:strangers:${userId}`
    if (isCausedByStrangers(notice) && !(await throttles.isFreeWithin(tx.sql, budget, noticeTries))) return
    const user = await readUser(tx.sql, userId)
    if (!user) return
    const company = await readCompany(tx.sql, user.companyId)
    const { by = '', net = '', amount = '', ...rest } = notice.facts
    const facts = factsOfMail[notice.kind]?.(rest, { messageOf, lang: user.locale }) ?? rest
    const mail = personMail(user, {
      company,
      config,
      kind: notice.kind,
      path: pathOf(notice),
      facts: { ...facts, net: grouped(net), amount: grouped(amount) },
      ...(by === '' ? {} : { times: { by } }),
    })
    await mailer.enqueue(tx, mail)
  }
