import type { StepUpRequest } from '../../contract/src/access/step-up.ts'
import { insertFactor } from '../../server/src/access/factors.sql.ts'
import { newSecret } from '../../server/src/access/secrets.ts'
import { insertGrant } from '../../server/src/access/step-ups.sql.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { Kernel } from '../../server/src/kernel/module.ts'

type Person = { readonly userId: string; readonly companyId: string }

/** A passkey of a person as the product stores it, for tests without a running provider. */
export const storePasskey = async (
  { db, ids, clock }: Kernel,
  { userId, companyId }: Person,
): Promise<void> => {
  const at = clock.realNow()
  await db.write(allTenants, (sql) =>
    insertFactor(sql, {
      userId,
      companyId,
      id: ids.next(),
      providerId: ids.next(),
      method: 'passkey',
      name: 'Test key',
      detail: null,
      credentialId: 'test',
      deviceId: null,
      synced: false,
      createdAt: at,
      lastUsedAt: null,
      fullFrom: at,
    }),
  )
}

/** Marks every open session of a person as confirmed by a second factor just now, as S1 requires. */
export const confirmSessions = async ({ db, clock }: Kernel, userId: string): Promise<void> => {
  await db.write(allTenants, (sql) =>
    sql.run('update session set confirmed_at = $2 where user_id = $1 and ended_at is null', [
      userId,
      clock.realNow(),
    ]),
  )
}

/** The grant for exactly this operation, as if confirmed by a passkey, in the newest session of a person. */
export const grantOperation = async (
  { db, ids, clock }: Kernel,
  person: Person,
  requested: Pick<StepUpRequest, 'level' | 'action' | 'objectHash'>,
): Promise<string> => {
  const grant = newSecret(ids)
  const at = clock.realNow()
  const { level, action, objectHash } = requested
  await db.write(allTenants, async (sql) => {
    const { id: sessionId } = await sql.one<{ id: string }>(
      'select id from session where user_id = $1 and ended_at is null order by id desc limit 1',
      [person.userId],
    )
    const operation = { grant, sessionId, level, action, objectHash, challengeId: ids.next() }
    await insertGrant(sql, {
      userId: person.userId,
      companyId: person.companyId,
      ...operation,
      factor: 'passkey',
      at,
      expiresAt: new Date(at.getTime() + 60_000),
    })
  })
  return grant
}
