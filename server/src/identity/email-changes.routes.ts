import {
  cancelEmailChange,
  checkEmailChange,
  declineEmailChange,
} from '@cardamom/contract/identity/email-changes'
import { accepted, refused } from '../kernel/answer.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import { createChangeCancellation } from './email-change-cancellation.ts'
import { readPendingChange } from './email-changes.sql.ts'
import { eventSourceOf } from './event-source.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { findLink, isLive, useLink } from './links.sql.ts'

/** Ends a change of e-mail before it is made: by the person, or by whoever reads the old address. */
export const mountEmailChanges = (kernel: Kernel, needs: IdentityNeeds): void => {
  const { mount, db, clock } = kernel

  const cancel = createChangeCancellation(kernel, needs)

  mount(checkEmailChange, async ({ sql, params: { token } }) => {
    const link = await findLink(sql, token, ['email_change_old'])
    if (!link?.emailChangeId || !isLive(link, clock.realNow())) return refused('link_expired')
    const change = await readPendingChange(sql, { id: link.emailChangeId })
    if (!change) return refused('link_expired')
    return accepted({ fromEmail: change.fromEmail, toEmail: change.toEmail })
  })

  mount(declineEmailChange, async ({ params: { token }, request, address, finish }) => {
    const link = await db.read(beforeLogin, (sql) => findLink(sql, token, ['email_change_old']))
    if (!link) return refused('link_expired')
    const from = eventSourceOf({ request, address })
    return finish(null, async (tx) => {
      const { userId } = link
      if (!(await useLink(tx.sql, token, clock.realNow()))) return refused('link_expired')
      if (!(await cancel(tx, { userId, by: 'old_address', from }))) return refused('link_expired')
      // Whoever requested the change knows the password and has a session.
      await needs.endSessions(tx, { userId, exceptSessionId: null, reason: 'email_change_declined' })
      return undefined
    })
  })

  mount(cancelEmailChange, async ({ me, request, address, ...tx }) => {
    const from = eventSourceOf({ request, address })
    const isCancelled = await cancel(tx, { userId: me.userId, by: 'person', from })
    return isCancelled ? accepted(null) : refused('record_not_found')
  })
}
