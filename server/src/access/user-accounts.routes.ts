import { updateUser, verifyUserEmail } from '@cardamom/contract/access/user-access'
import { UserDetail } from '@cardamom/contract/access/users'
import { z } from 'zod'
import { setTestFlag } from '../identity/people.sql.ts'
import { consumeMail } from '../identity/mail-budget.ts'
import type { User } from '../identity/user.ts'
import { lockUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import { readChangeable, userInScope } from './changeable-person.ts'
import { createReplacingLink } from './replacing-link.ts'
import { personInScope, readPersonOfArea, readUserDetail } from './user-detail.ts'

const about = ({ id, companyId }: User) => ({ entity: 'user', entityId: id, companyId, userId: id })

/** What administrators do with a person's account, besides activation and passwords. */
export const mountUserAccounts = (kernel: Kernel, needs: Pick<AccessNeeds, 'mailer' | 'throttles'>): void => {
  const { mount, clock, config } = kernel
  const { mailer } = needs
  const newLink = createReplacingLink(kernel)

  mount(
    verifyUserEmail,
    async ({ me, params, read, concerns, finish }) => {
      const known = await read((sql) => readChangeable(sql, me, params.id))
      if (!known.accepted) return known
      const { id: userId, email, emailVerifiedAt } = known.value
      if (emailVerifiedAt !== null) return refused('already_verified')
      // A stranger may have typed this address at the registration.
      const sender = { sessionId: me.sessionId }
      const mailed = await consumeMail(needs, { purpose: 'verify', to: email, userId, sender })
      if (!mailed.accepted) return mailed
      concerns(userId)
      return finish({ email }, async (tx) => {
        const user = await lockUser(tx.sql, userId)
        if (user.emailVerifiedAt !== null || user.email !== email) return refused('already_verified')
        await mailer.enqueue(tx, await newLink(tx, user, 'verify_email'))
        return undefined
      })
    },
    userInScope,
  )

  mount(
    updateUser,
    async ({ me, params, input, request, ...tx }) => {
      const version = versionIn(request)
      if (version === null) return refused('validation', noVersion)
      if (!(await readPersonOfArea(tx.sql, params.id))) return refused('record_not_found')
      const user = await lockUser(tx.sql, params.id)
      const detail = async (of: User) =>
        readUserDetail(tx.sql, me, { user: of, now: clock.realNow(), config })
      if (user.version !== version)
        return refused('record_changed', { data: z.encode(UserDetail, await detail(user)) })
      const { id, companyId, isTest } = user
      if (!(await setTestFlag(tx.sql, { id, version, isTest: input.isTest })))
        throw new Error('A locked record changed')
      tx.recordChange({ ...about(user), before: { isTest }, after: { isTest: input.isTest } })
      tx.emit({ type: 'user.changed', entityId: id, companyId, userId: id })
      return accepted(await detail(await lockUser(tx.sql, id)))
    },
    personInScope,
  )
}
