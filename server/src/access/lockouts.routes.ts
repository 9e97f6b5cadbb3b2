import { liftLockouts, liftLockoutsOfUsers } from '@cardamom/contract/access/security'
import { unknownCaller, recordSecurityEvent } from './security-events.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { personMail } from '../identity/identity-mail.ts'
import { readProviderLocks } from '../identity/provider-locks.ts'
import { countLockoutsOf, liftLockoutsOf } from '../identity/throttles.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import { refused } from '../kernel/answer.ts'
import { mountBulk } from '../kernel/mount-bulk.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Handler } from '../kernel/mount-context.ts'
import type { AccessNeeds } from './access-needs.ts'
import { userInScope } from './changeable-person.ts'

/** Lifts a person's lockout, ours and the step-up provider's (security §2). */
export const mountLockoutLifting = (kernel: Kernel, { mailer, providerLocks }: AccessNeeds): void => {
  const { mount, db, ids, clock, config, log } = kernel

  /** False: the provider is unreachable. */
  const liftAtProvider = async (userId: string): Promise<boolean> => {
    try {
      await providerLocks?.liftLocks(userId)
      return true
    } catch (error) {
      log.warn('The step-up provider did not lift a lock', { event: String(error) })
      return false
    }
  }

  const lift: Handler<typeof liftLockouts> = async ({ me, params, input: { note }, finish, concerns }) => {
    const user = await db.read(me.scope, (sql) => readUser(sql, params.id))
    if (!user) return refused('record_not_found')
    const wanted = { userId: user.id, now: clock.realNow() }
    const reading = await readProviderLocks({ providerLocks, log }, wanted)
    if (!(await liftAtProvider(user.id))) return refused('unavailable', { data: { retryAfterSeconds: 5 } })
    const atProvider = providerLocks ? ('lifted' as const) : ('ends_by_itself' as const)
    const ours = await db.read(me.scope, (sql) => countLockoutsOf(sql, user.id))
    // A lift of no lockout changes nothing, and concerns the person all the same.
    concerns(user.id)
    return finish({ lifted: ours + reading.locks.length, atProvider }, async (tx) => {
      await liftLockoutsOf(tx.sql, user.id)
      const { id: userId, companyId } = user
      const lockouts = { before: { lockouts: ours + reading.locks.length }, after: { lockouts: 0 } }
      tx.recordChange({ entity: 'user', entityId: userId, companyId, userId, ...lockouts })
      const event = { userId, companyId, kind: 'lockout_lifted', facts: { note } } as const
      const at = clock.realNow()
      await recordSecurityEvent(tx.sql, ids, { ...event, caller: unknownCaller, at })
      const company = await readCompany(tx.sql, companyId)
      const mail = { company, config, kind: 'lockout_lifted', path: '/login' } as const
      await mailer.enqueue(tx, personMail(user, { ...mail, cause: { at, source: unknownCaller } }))
    })
  }
  mount(liftLockouts, lift, userInScope)
  mountBulk(kernel, liftLockoutsOfUsers)
}
