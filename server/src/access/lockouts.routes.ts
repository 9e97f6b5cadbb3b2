import { liftLockouts, listLockouts } from '@cardamom/contract/access/security'
import { unknownCaller, recordSecurityEvent } from './security-events.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { personMail } from '../identity/identity-mail.ts'
import { lockoutsList } from '../identity/lockouts.list.ts'
import { countLockoutsOf, liftLockoutsOf, readEmailsOf } from '../identity/throttles.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Handler } from '../kernel/mount-context.ts'
import type { ProviderLock, ProviderLocks } from '../providers/stepup/port.ts'
import type { AccessNeeds } from './access-needs.ts'

const kinds = { 'wrong-codes': 'provider_code', messages: 'provider_message' } as const

/** The lockouts of one person, or all present ones. */
type Wanted = { readonly userId: string | null; readonly now: Date }

type Told = {
  readonly state: 'listed' | 'not_told' | 'no_answer'
  readonly locks: readonly ProviderLock[]
}

const callProvider = async (
  { providerLocks, log }: { providerLocks: ProviderLocks | null } & Pick<Kernel, 'log'>,
  { userId, now }: Wanted,
): Promise<Told> => {
  if (!providerLocks) return { state: 'not_told', locks: [] }
  try {
    const all = await providerLocks.list(userId)
    const locks = all.filter(({ blockedUntil }) => userId !== null || (blockedUntil ?? now) > now)
    return { state: 'listed', locks }
  } catch (error) {
    log.warn('The step-up provider did not answer about its locks', { event: String(error) })
    return { state: 'no_answer', locks: [] }
  }
}

/** The provider's locks of the people in the transaction's scope. The provider knows only their ids. */
const providerLockouts = async (sql: Queries, { locks }: Told) => {
  const emails = await readEmailsOf(
    sql,
    locks.map(({ userId }) => userId),
  )
  return locks.flatMap(({ userId, method, counted, tries, blockedUntil }) => {
    const email = emails.get(userId)
    return email === undefined ? [] : [{ userId, email, kind: kinds[counted], method, tries, blockedUntil }]
  })
}

/**
 * People who are locked out by us or the step-up provider, and the release of both locks (permissions §4).
 */
export const mountLockouts = (kernel: Kernel, { mailer, providerLocks }: AccessNeeds): void => {
  const { mount, db, ids, clock, config, log } = kernel

  mount(listLockouts, async ({ me, input, read }) => {
    const now = clock.realNow()
    const reading = await callProvider({ providerLocks, log }, { userId: input.userId ?? null, now })
    return read(async (sql) => {
      const page = await lockoutsList.page({ sql, me, now }, input)
      if (!page.accepted) return page
      const provider = { state: reading.state, items: await providerLockouts(sql, reading) }
      return accepted({ ...page.value, provider })
    })
  })

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

  const lift: Handler<typeof liftLockouts> = async ({ me, params, input: { note }, finish }) => {
    const user = await db.read(me.scope, (sql) => readUser(sql, params.id))
    if (!user) return refused('record_not_found')
    const wanted = { userId: user.id, now: clock.realNow() }
    const reading = await callProvider({ providerLocks, log }, wanted)
    if (!(await liftAtProvider(user.id))) return refused('unavailable', { data: { retryAfterSeconds: 5 } })
    const atProvider = providerLocks ? ('lifted' as const) : ('ends_by_itself' as const)
    const ours = await db.read(me.scope, (sql) => countLockoutsOf(sql, user.id))
    return finish({ lifted: ours + reading.locks.length, atProvider }, async (tx) => {
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
