import type { Endpoint } from '@cardamom/contract/endpoint'
import { newSecret } from '../../access/secrets.ts'
import { sessionsOfUser } from '../../access/sessions.sql.ts'
import { objectHashOf } from '../../access/step-up.ts'
import { grantMs, insertGrant } from '../../access/step-ups.sql.ts'
import { findUserByEmail } from '../../identity/users.sql.ts'
import { after } from '../../kernel/clock.ts'
import type { Kernel } from '../../kernel/module.ts'
import { wholeInstallation } from '../../kernel/scopes.ts'

/**
 * The step-up of a demo person for one call of the past. Whoever opens the demo adds a passkey of their own, so the
 * people of its history must not have one, and their confirmations are recorded without a ceremony.
 */
export const createDemoConfirmation =
  ({ db, ids, clock }: Pick<Kernel, 'db' | 'ids' | 'clock'>) =>
  async (email: string, declared: Endpoint, of: { params?: object; input: object }): Promise<string> => {
    const grant = newSecret(ids)
    const at = clock.realNow()
    const action = `${declared.method} ${declared.path}`
    const params = declared.params?.parse(of.params) ?? {}
    const objectHash = objectHashOf({ action, params, input: declared.input?.parse(of.input) })
    const level = declared.stepUp ?? 'S1'
    await db.write(wholeInstallation, async (sql) => {
      const user = await findUserByEmail(sql, email)
      if (!user) throw new Error(`The demo has no ${email}`)
      const sessions = await sessionsOfUser(sql, { userId: user.id, exceptSessionId: null })
      const sessionId = sessions.toSorted().at(-1)
      if (!sessionId) throw new Error(`The demo's ${email} is not signed in`)
      const bound = { grant, sessionId, level, action, objectHash, challengeId: ids.next() }
      const { id: userId, companyId } = user
      await insertGrant(sql, {
        ...bound,
        companyId,
        userId,
        factor: 'passkey',
        at,
        expiresAt: after(at, grantMs),
      })
    })
    return grant
  }
