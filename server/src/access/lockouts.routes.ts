import { liftLockouts, listLockouts } from '@cardamom/contract/access/security'
import { unknownCaller, recordSecurityEvent } from './security-events.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { personMail } from '../identity/identity-mail.ts'
import { liftLockoutsOf, listLockoutsOf, readEmailsOf } from '../identity/throttles.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Database, Scope } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Handler } from '../kernel/mount-context.ts'
import type { ProviderLock, ProviderLocks } from '../providers/stepup/port.ts'
import type { AccessNeeds } from './access-needs.ts'

const kinds = { 'wrong-codes': 'provider_code', messages: 'provider_message' } as const

/** Somebody's, or everybody's that blocks now. */
type Wanted = { readonly userId: string | null; readonly now: Date }

type Told = {
  readonly atProvider: 'listed' | 'not_told' | 'no_answer'
  readonly locks: readonly ProviderLock[]
}

const callProvider = async (
  { providerLocks, log }: { providerLocks: ProviderLocks | null } & Pick<Kernel, 'log'>,
  { userId, now }: Wanted,
): Promise<Told> => {
  if (!providerLocks) return { atProvider: 'not_told', locks: [] }
  try {
    const all = await providerLocks.list(userId)
    const locks = all.filter(({ blockedUntil }) => userId !== null || (blockedUntil ?? now) > now)
    return { atProvider: 'listed', locks }
  } catch (error) {
    log.warn('The step-up provider did not say whom it locked', { event: String(error) })
    return { atProvider: 'no_answer', locks: [] }
  }
}

/** Ours and the provider's, of the people in this scope. */
const lockoutsWith = (db: Database, scope: Scope, { wanted, told }: { wanted: Wanted; told: Told }) =>
  db.read(scope, async (sql) => {
    const emails = await readEmailsOf(
      sql,
      told.locks.map(({ userId }) => userId),
    )
    const theirs = told.locks.flatMap(({ userId, method, counted, tries, blockedUntil }) => {
      const email = emails.get(userId)
      return email === undefined ? [] : [{ userId, email, kind: kinds[counted], method, tries, blockedUntil }]
    })
    const ours = (await listLockoutsOf(sql, wanted)).map((lockout) => ({ ...lockout, method: null }))
    return [...ours, ...theirs]
  })

/** Whom we and the step-up provider keep from trying again, and the lift of both (permissions §4). */
export const mountLockouts = (kernel: Kernel, { mailer, providerLocks }: AccessNeeds): void => {
  const { mount, db, ids, clock, config, log } = kernel

  mount(listLockouts, async ({ me, input }) => {
    const wanted = { userId: input.userId ?? null, now: clock.realNow() }
    const told = await callProvider({ providerLocks, log }, wanted)
    return accepted({
      items: await lockoutsWith(db, me.scope, { wanted, told }),
      atProvider: told.atProvider,
    })
  })

  /** False: it cannot be reached. */
  const liftAtProvider = async (userId: string): Promise<boolean> => {
    try {
      await providerLocks?.lift(userId)
      return true
    } catch (error) {
      log.warn('The step-up provider did not lift a lock', { event: String(error) })
      return false
    }
  }

  const lift: Handler<typeof liftLockouts> = async ({ me, params, input: { note }, finish }) => {
    const user = await db.read(me.scope, (sql) => readUser(sql, params.id))
    if (!user) return refused('record_not_found')
    const wanted = { userId: user.id, now: clock.realNow() }
    const told = await callProvider({ providerLocks, log }, wanted)
    const open = await lockoutsWith(db, me.scope, { wanted, told })
    if (!(await liftAtProvider(user.id))) return refused('unavailable', { data: { retryAfterSeconds: 5 } })
    const atProvider = providerLocks ? ('lifted' as const) : ('ends_by_itself' as const)
    return finish({ lifted: open.length, atProvider }, async (tx) => {
      await liftLockoutsOf(tx.sql, user.id)
      const { id: userId, companyId } = user
      const event = { userId, companyId, kind: 'lockout_lifted', facts: { note } } as const
      const at = clock.realNow()
      await recordSecurityEvent(tx.sql, ids, { ...event, caller: unknownCaller, at })
      const company = await readCompany(tx.sql, companyId)
      const mail = { company, config, kind: 'lockout_lifted', path: '/login' } as const
      await mailer.enqueue(tx, personMail(user, { ...mail, cause: { at, source: unknownCaller } }))
    })
  }
  mount(liftLockouts, lift, async ({ sql, params }) =>
    (await readUser(sql, params.id)) ? null : 'record_not_found',
  )
}
