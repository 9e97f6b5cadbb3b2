import { resetPassword, resetToDefaultPassword } from '@cardamom/contract/access/user-access'
import { randomBytes } from 'node:crypto'
import { readCompany } from '../companies/companies.sql.ts'
import { defaultPasswordMs, readDefaultPassword } from '../identity/default-password.ts'
import { createChangeCancellation } from '../identity/email-change-cancellation.ts'
import { personMail } from '../identity/identity-mail.ts'
import { endLinks } from '../identity/links.sql.ts'
import { hashPassword } from '../identity/password-hash.ts'
import { personKindOf } from '../identity/people.list.ts'
import type { User } from '../identity/user.ts'
import { updatePassword } from '../identity/passwords.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import { lockChangeable, userInScope } from './changeable-person.ts'
import { createReplacingLink } from './replacing-link.ts'
import { unknownCaller } from './security-events.sql.ts'
import { createEndSessions } from './session-endings.ts'

type NewPassword = { readonly password: string; readonly defaultUntil: Date | null; readonly note: string }

/** Links to an earlier password page. */
const passwordLinks = ['recover', 'invitation', 'default_password'] as const

/** An administrator resets a password: to an unknown one with a link in a mail, or to the default one (security §3). */
export const mountPasswordResets = (kernel: Kernel, needs: Pick<AccessNeeds, 'mailer'>): void => {
  const { mount, clock, config } = kernel
  const { mailer } = needs
  const endSessions = createEndSessions(kernel)
  const cancelChange = createChangeCancellation(kernel, needs)
  const newLink = createReplacingLink(kernel)

  /** Replaces the password, and ends everything that the earlier one opened. */
  const replacePassword = async (tx: WriteTransaction, user: User, of: NewPassword) => {
    const { id, companyId } = user
    const { password, defaultUntil, note } = of
    const at = clock.realNow()
    await updatePassword(tx.sql, { id, passwordHash: await hashPassword(password), at, defaultUntil })
    await endLinks(tx.sql, { userId: id, kinds: passwordLinks, at })
    await endSessions(tx, { userId: id, exceptSessionId: null, reason: 'password_changed' })
    const { credentialsChangedAt, defaultPasswordUntil } = user
    tx.recordChange({
      entity: 'user',
      entityId: id,
      companyId,
      userId: id,
      before: { passwordChangedAt: credentialsChangedAt, defaultPasswordUntil, note: null },
      after: { passwordChangedAt: at, defaultPasswordUntil: defaultUntil, note },
      personal: ['note'],
    })
    const { device, address, country } = unknownCaller
    const payload = { device, address, country }
    await cancelChange(tx, { userId: id, by: 'password_changed', from: payload })
    tx.emit({ type: 'user.password_changed', entityId: id, companyId, userId: id, payload })
  }

  mount(
    resetPassword,
    async ({ me, params, input: { note }, ...tx }) => {
      if (params.id === me.userId) return refused('own_account')
      const found = await lockChangeable(tx.sql, me, params.id)
      if (!found.accepted) return found
      const user = found.value
      // No person knows this password. The next one is chosen on the page of the link.
      const password = randomBytes(32).toString('base64')
      await replacePassword(tx, user, { password, defaultUntil: null, note })
      await mailer.enqueue(tx, { ...(await newLink(tx, user, 'recover')), kind: 'password_reset' })
      return accepted({ email: user.email })
    },
    userInScope,
  )

  mount(
    resetToDefaultPassword,
    async ({ me, params, input: { note }, ...tx }) => {
      const password = await readDefaultPassword(tx.sql, config)
      if (password === null) return refused('default_password_off')
      if (params.id === me.userId) return refused('own_account')
      const found = await lockChangeable(tx.sql, me, params.id)
      if (!found.accepted) return found
      const user = found.value
      // Many people know the default password, so no administrator gets it.
      if (personKindOf(user.roleId) === null) return refused('role_not_allowed')
      const until = after(clock.realNow(), defaultPasswordMs)
      await replacePassword(tx, user, { password, defaultUntil: until, note })
      const company = await readCompany(tx.sql, user.companyId)
      const times = { until: until.toISOString() }
      const mail = { company, config, kind: 'password_default', path: '/recover', times } as const
      await mailer.enqueue(tx, personMail(user, mail))
      return accepted({ until })
    },
    userInScope,
  )
}
