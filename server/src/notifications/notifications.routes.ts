import { listNotifications, readNotifications } from '@cardamom/contract/notifications'
import { accepted } from '../kernel/answer.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { EventMessage } from '../kernel/outbox.ts'
import { notices, type Notice } from './notification.ts'
import { countUnread, insertNotification, listNotificationsOf, markRead } from './notifications.sql.ts'

/** Mails a notice, with the transaction that keeps it, where its kind goes by mail. */
export type NotificationNeeds = {
  readonly mailNotice: (tx: WriteTransaction, told: { userId: string; notice: Notice }) => Promise<void>
}

/** Tells people what happened to their money, card and identity check. */
export const notificationsModule = (kernel: Kernel, needs: NotificationNeeds): void => {
  const { mount, jobs, ids, clock } = kernel
  for (const [type, noticeOf] of Object.entries(notices)) {
    jobs.on(type, `notifications.${type}`, async ({ payload }, work) => {
      const message = payload as unknown as EventMessage
      const notice = noticeOf(message.payload, message.entityId)
      const { userId, companyId, eventId } = message
      if (!notice || !userId || !companyId) return
      await work.write(async (tx) => {
        const told = { id: ids.next(), eventId, userId, companyId, notice, at: clock.now() }
        if (!(await insertNotification(tx.sql, told))) return
        tx.emit({
          type: 'notification.created',
          entity: 'notification',
          entityId: told.id,
          companyId,
          userId,
        })
        await needs.mailNotice(tx, { userId, notice })
      })
    })
  }

  mount(listNotifications, async ({ sql, me, input }) => {
    const listed = await listNotificationsOf(sql, {
      userId: me.userId,
      limit: input.limit,
      cursor: input.cursor,
    })
    if (!listed.accepted) return listed
    const page = listed.value
    const items = page.items.map(({ read_at: readAt, ...rest }) => ({ ...rest, readAt }))
    return accepted({ ...page, items, unread: await countUnread(sql, me.userId) })
  })

  mount(readNotifications, async ({ sql, me, input, now }) => {
    await markRead(sql, { userId: me.userId, ids: input.ids ?? null, at: now })
    return accepted({ unread: await countUnread(sql, me.userId) })
  })
}
