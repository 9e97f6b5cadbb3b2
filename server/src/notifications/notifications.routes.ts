import {
  adminTopics,
  companyTopics,
  countNotifications,
  getNotificationSettings,
  listNotifications,
  readNotifications,
  sharedTopics,
  topicOf,
  updateNotificationSettings,
} from '@cardamom/contract/notifications'
import type { EventType } from '@cardamom/contract/events'
import { isAdminArea } from '@cardamom/contract/roles'
import { accepted } from '../kernel/answer.ts'
import { companyRoles } from '../identity/staff.sql.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { pruneDaily } from '../kernel/months.jobs.ts'
import type { EventDraft } from '../kernel/plan.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import type { MessageOf } from '../kernel/reply.ts'
import type { User } from '../identity/user.ts'
import { readChannels, writeChannels } from './notification-choices.sql.ts'
import { readApprovalNotice } from './approval-notice.ts'
import { companyEvents, readCompanyNotices } from './company-notice.ts'
import { readAddressNotice, readDepositNotice, readEnteredAddressNotice } from './deposit-notice.ts'
import { readFeesNotice } from './fees-notice.ts'
import { readMentionNotice } from './mention-notice.ts'
import { notices, type Notice, type NoticeOf } from './notification.ts'
import { notificationsList } from './notifications.list.ts'
import {
  countUnread,
  markRead,
  pruneNotifications,
  recordEvent,
  showNotice,
  type ToldNotice,
} from './notifications.sql.ts'
import { readAdjustmentNotice, readSettlementNotice, readTransferNotices } from './wallet-notice.ts'

/** Mails a notice in the transaction that stores it, when its kind has a mail. */
export type NotificationNeeds = {
  readonly mailNotice: (tx: WriteTransaction, told: { userId: string; notice: Notice }) => Promise<void>
}

type Person = Pick<User, 'id' | 'companyId'>
type FoundNotice = { readonly notice: Notice } & (
  | { readonly person: Person }
  | { readonly people: readonly Person[] }
)

type FindNotice = (
  sql: Queries,
  of: { readonly id: string; readonly userId: string | null | undefined; readonly messageOf: MessageOf },
) => Promise<FoundNotice | readonly FoundNotice[] | null>

/** Notices whose person or facts are not in the event. */
const foundNotices: Readonly<Partial<Record<EventType, FindNotice>>> = {
  'approval.decided': async (sql, { id, messageOf }) => {
    const found = await readApprovalNotice(sql, id, messageOf)
    return found && { person: found.maker, notice: found.notice }
  },
  'note.mentioned': async (sql, { id, userId }) => (userId ? readMentionNotice(sql, { id, userId }) : null),
  'fee_schedule.ended': (sql, { id }) => readFeesNotice(sql, id),
  'topup.accepted': (sql, { id }) => readDepositNotice(sql, { id, kind: 'deposit_credited' }),
  'topup.payment_set_aside': (sql, { id }) => readDepositNotice(sql, { id, kind: 'deposit_review' }),
  'topup.address_requested': (sql, { id }) => readAddressNotice(sql, id),
  'topup.refund_requested': (sql, { id }) => readEnteredAddressNotice(sql, id),
  'settlement.paid': (sql, { id }) => readSettlementNotice(sql, id),
  'transfer.completed': (sql, { id }) => readTransferNotices(sql, id),
  'wallet.adjusted': (sql, { id }) => readAdjustmentNotice(sql, id),
}

/** Event for the person's open pages, which then count and list again. */
const changed = (
  type: 'notification.created' | 'notification.read',
  of: { id: string; companyId: string; userId: string },
): EventDraft => ({
  type,
  entityId: of.id,
  companyId: of.companyId,
  userId: of.userId,
})

type Tell = (tx: WriteTransaction, told: ToldNotice) => Promise<void>

/** Notifies the people whom a query of each event finds. */
const followFoundEvents = ({ jobs, ids, clock, messageOf }: Kernel, tell: Tell): void => {
  for (const [type, find] of Object.entries(foundNotices) as [EventType, FindNotice][]) {
    jobs.on(type, `notifications.${type}`, async ({ entityId, userId, eventId, at }, work) => {
      const found = await work.read((sql) => find(sql, { id: entityId, userId, messageOf }))
      const all = found === null ? [] : [found].flat()
      if (all.length === 0) return
      const happened = at ? new Date(at) : clock.now()
      const told = all.flatMap(({ notice, ...of }) =>
        ('people' in of ? of.people : [of.person]).map(({ id: person, companyId }) => ({
          id: ids.next(),
          eventId,
          userId: person,
          companyId,
          notice,
          at: happened,
        })),
      )
      await work.write(async (tx) => {
        for (const each of told) await tell(tx, each)
      })
    })
  }
}

/** Notifies the staff of companies about their own money. */
const followCompanyEvents = ({ jobs, ids, clock }: Kernel, tell: Tell): void => {
  for (const type of companyEvents) {
    jobs.on(type, `notifications.company.${type}`, async ({ entityId, eventId, at, ...event }, work) => {
      const { companyId, payload } = event
      if (!companyId) return
      const found = await work.read((sql) =>
        readCompanyNotices(sql, type, { id: entityId, companyId, payload }),
      )
      const happened = at ? new Date(at) : clock.now()
      const told = found.flatMap(({ notice, people }) =>
        people.map((person) => ({
          id: ids.next(),
          eventId,
          userId: person.id,
          companyId: person.companyId,
          notice,
          at: happened,
        })),
      )
      if (told.length === 0) return
      await work.write(async (tx) => {
        for (const each of told) await tell(tx, each)
      })
    })
  }
}

/** Notifies people about their money, cards and identity check. */
export const notificationsModule = (kernel: Kernel, needs: NotificationNeeds): void => {
  const { mount, jobs, ids, clock } = kernel

  const tell = async (tx: WriteTransaction, told: ToldNotice) => {
    if (!(await recordEvent(tx.sql, told))) return
    const topic = topicOf[told.notice.kind]
    const channels = (await readChannels(tx.sql, told.userId)).find((each) => each.topic === topic)
    const isShown = channels?.inApp === true && (await showNotice(tx.sql, told))
    if (isShown) tx.emit(changed('notification.created', told))
    if (channels?.email === true) await needs.mailNotice(tx, told)
  }

  for (const [type, noticeOf] of Object.entries(notices) as [EventType, NoticeOf][]) {
    jobs.on(type, `notifications.${type}`, async ({ userId, companyId, eventId, at, ...message }, work) => {
      if (!userId || !companyId) return
      const notice = noticeOf({ ...message, userId })
      if (!notice) return
      const happened = at ? new Date(at) : clock.now()
      const told = { id: ids.next(), eventId, userId, companyId, notice, at: happened }
      await work.write((tx) => tell(tx, told))
    })
  }

  followFoundEvents(kernel, tell)
  followCompanyEvents(kernel, tell)

  mount(listNotifications, async (call) => {
    const page = await notificationsList.page(call, call.input)
    if (!page.accepted) return page
    return accepted({ ...page.value, unread: await countUnread(call.sql, call.me.userId) })
  })

  mount(countNotifications, async ({ sql, me }) => accepted({ unread: await countUnread(sql, me.userId) }))

  mount(readNotifications, async ({ sql, emit, me, input, now }) => {
    const read = await markRead(sql, { userId: me.userId, ids: input.ids ?? null, at: now })
    if (read > 0)
      emit(changed('notification.read', { id: me.userId, companyId: me.companyId, userId: me.userId }))
    return accepted({ unread: await countUnread(sql, me.userId) })
  })

  mountSettings(kernel)
  pruneDaily(jobs, 'notifications.prune', pruneNotifications)
}

const isCompanyStaff = (roleId: number): boolean => companyRoles.some((role) => role === roleId)

/** The topics that a person can get, with their channels. */
const ownTopics = async (sql: Queries, { userId, roleId }: SessionPrincipal) => {
  const topics = await readChannels(sql, userId)
  return topics.filter(
    ({ topic }) =>
      (sharedTopics.includes(topic) || adminTopics.includes(topic) === isAdminArea(roleId)) &&
      (!companyTopics.includes(topic) || isCompanyStaff(roleId)),
  )
}

const mountSettings = ({ mount }: Kernel): void => {
  mount(getNotificationSettings, async ({ sql, me }) => accepted({ topics: await ownTopics(sql, me) }))

  mount(updateNotificationSettings, async ({ sql, me, input: { topic, inApp, email } }) => {
    const { userId, companyId } = me
    const now = (await readChannels(sql, userId)).find((each) => each.topic === topic)
    if (!now) throw new Error(`There are no channels for ${topic}`)
    const next = { topic, inApp: inApp ?? now.inApp, email: email ?? now.email }
    await writeChannels(sql, { ...next, userId, companyId })
    return accepted({ topics: await ownTopics(sql, me) })
  })
}
