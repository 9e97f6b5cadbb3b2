import { confirmByPassword } from '@cardamom/contract/access'
import { createPasswordCheck } from '../identity/password-check.ts'
import { refused } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import { newSecret } from './secrets.ts'
import { setSessionConfirmed } from './sessions.sql.ts'
import { factorLevels } from './step-up.ts'
import { insertGrant } from './step-ups.sql.ts'

const grantMs = 60_000
const factor = 'password'

/** Grants by the password. Another factor is another call that inserts the same grant under its own name. */
export const mountStepUps = (kernel: Kernel, needs: AccessNeeds): void => {
  const { mount, clock, ids } = kernel
  const checkPassword = createPasswordCheck(kernel, needs)

  mount(confirmByPassword, async ({ me, input, finish }) => {
    const { level, action, objectHash, password } = input
    const checked = await checkPassword(me.userId, password)
    if (!checked.accepted) {
      return checked.code === 'rate_limited'
        ? refused('rate_limited', { data: checked.data })
        : refused('wrong_credentials', { field: 'password' })
    }
    if (!factorLevels[factor]?.includes(level)) return refused('wrong_credentials', { field: 'password' })
    const grant = newSecret(ids)
    const at = clock.realNow()
    const expiresAt = after(at, grantMs)
    return finish({ grant, expiresAt }, async ({ sql }) => {
      const { sessionId, userId, companyId } = me
      const bound = { grant, sessionId, level, action, objectHash }
      await insertGrant(sql, { ...bound, companyId, userId, factor, at, expiresAt })
      await setSessionConfirmed(sql, { id: sessionId, at })
    })
  })
}
