import { resetFactors } from '@cardamom/contract/access/user-access'
import { readCompany } from '../companies/companies.sql.ts'
import { readFormerEmails } from '../identity/email-changes.sql.ts'
import { personMail } from '../identity/identity-mail.ts'
import type { User } from '../identity/user.ts'
import { readUser } from '../identity/users.sql.ts'
import { refused } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject, DescribeChange, Handler } from '../kernel/mount-context.ts'
import type { AccessNeeds } from './access-needs.ts'
import type { AccessParts } from './access-parts.ts'
import { mayChange } from './changeable-person.ts'
import { createFactorRemoval } from './factor-removal.ts'
import { factorNames } from './factor.ts'
import { readFactors } from './factors.sql.ts'
import { recordSecurityEvent, unknownCaller } from './security-events.sql.ts'
import { createEndSessions } from './session-endings.ts'

/** Former addresses of this age still get the mail, as in a recovery. */
const formerMs = 30 * 86_400_000

/** The person does not see where the administrators are. */
const caller = unknownCaller

/** The factors that the second person sees. Another factor than these makes another version. */
const describe: DescribeChange<typeof resetFactors> = async ({ sql, params }) => {
  const user = await readUser(sql, params.id)
  if (!user) throw new Error('A checked person is missing')
  const factors = await readFactors(sql, params.id)
  return {
    companyId: user.companyId,
    version: factors.map(({ id }) => id).join(' '),
    changes: [{ name: 'factors', before: factorNames(factors), after: null }],
  }
}

const check: CheckObject<typeof resetFactors> = async ({ sql, me, params }) => {
  if (params.id === me.userId) return 'own_account'
  const user = await readUser(sql, params.id)
  if (!user) return 'record_not_found'
  if (!mayChange(me, user)) return 'role_not_allowed'
  return (await readFactors(sql, user.id)).length > 0 ? null : 'no_factors'
}

/**
 * Removes all second factors of a person who lost them, when a second person approves it (permissions §3). The person
 * is logged out, and told at the present and the recent former addresses.
 */
export const mountFactorReset = (kernel: Kernel, needs: AccessNeeds, parts: AccessParts): void => {
  const { clock, ids, config, db } = kernel
  const removal = createFactorRemoval(kernel, needs, parts)
  const endSessions = createEndSessions(kernel)

  const tell = async (tx: WriteTransaction, user: User) => {
    const { id: userId, companyId, email } = user
    const at = clock.realNow()
    await recordSecurityEvent(tx.sql, ids, { userId, companyId, kind: 'factors_reset', caller, at })
    const company = await readCompany(tx.sql, companyId)
    const mail = {
      company,
      config,
      kind: 'recovery_done',
      path: '/login',
      cause: { at, source: caller },
    } as const
    const former = await readFormerEmails(tx.sql, { userId, email, since: after(at, -formerMs) })
    for (const address of [email, ...former])
      await needs.mailer.enqueue(tx, personMail({ ...user, email: address }, mail))
  }

  const reset: Handler<typeof resetFactors> = async ({ me, params, approval, finish }) => {
    if (approval.checkerId === params.id) return refused('own_account')
    const user = await db.read(me.scope, (sql) => readUser(sql, params.id))
    if (!user) return refused('record_not_found')
    const read = await parts.syncFactors(user, { caller })
    if (!read.accepted) return read
    const { factors: gone, added } = read.value
    // The provider has a factor that nobody saw in the request.
    if (added.length > 0) return refused('record_changed')
    return removal.remove({ user, gone, caller }, (store) =>
      finish(
        null,
        async (tx) => {
          const refusal = await store(tx)
          if (refusal) return refusal
          await endSessions(tx, { userId: user.id, exceptSessionId: null, reason: 'factors_reset' })
          await tell(tx, user)
          return undefined
        },
        'commit',
      ),
    )
  }
  kernel.mount(resetFactors, reset, check, { describe })
}
