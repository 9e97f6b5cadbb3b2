import {
  startFactorRecovery,
  startRecoverySelfie,
  cancelFactorRecovery,
  completeFactorRecovery,
  readFactorRecovery,
} from '@cardamom/contract/access/factor-recovery'
import { findLogin } from '../challenges.sql.ts'
import { createEndSessions } from '../session-endings.ts'
import { createFactorRemoval } from '../factor-removal.ts'
import { readFactors } from '../factors.sql.ts'
import { isSecretForm, newSecret } from '../secrets.ts'
import { callerOf, recordSecurityEvent, type Caller, type SecurityEventKind } from '../security-events.sql.ts'
import { readCompany } from '../../companies/companies.sql.ts'
import { hasChangedSince, hasDefaultPassword } from '../../identity/default-password.ts'
import { readFormerEmails } from '../../identity/email-changes.sql.ts'
import { originOf } from '../../companies/company.ts'
import { personMail } from '../../identity/identity-mail.ts'
import { consumeMail } from '../../identity/mail-budget.ts'
import { emailHint, type User } from '../../identity/user.ts'
import { readUser } from '../../identity/users.sql.ts'
import { accepted, refused } from '../../kernel/answer.ts'
import { after } from '../../kernel/clock.ts'
import { beforeLogin } from '../../kernel/scopes.ts'
import type { WriteTransaction } from '../../kernel/jobs.ts'
import type { Kernel } from '../../kernel/module.ts'
import type { Queries } from '../../kernel/queries.ts'
import { readSetting } from '../../settings/settings.sql.ts'
import {
  findFactorRecovery,
  insertFactorRecovery,
  changeFactorRecovery,
  releaseSelfie,
  reserveSelfie,
  type FactorRecovery,
} from './factor-recoveries.sql.ts'
import type { AccessNeeds } from '../access-needs.ts'
import type { AccessParts } from '../access-parts.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Lifetime of a session at the identity provider. */
const livesMs = 7 * dayMs
/** Longer than the provider's timeout. An older reservation belongs to a process that has ended. */
const selfieLeaseMs = 30_000
/** Former addresses of this age still get the mails. */
const formerMs = 30 * dayMs

type RecoverySecrets = { readonly go: string; readonly stop: string; readonly url: string | null }
type MailKind = `recovery_${'started' | 'waiting' | 'failed' | 'done' | 'cancelled'}`
const endings: ReadonlySet<MailKind> = new Set(['recovery_failed', 'recovery_done', 'recovery_cancelled'])
type ValidRecovery = {
  readonly recovery: FactorRecovery
  readonly user: User
  readonly secrets: RecoverySecrets
}

const pagePath = (token: string) => `/recover-factors/${token}` as const

/** Writes the mails of a recovery, to the account's address and to its recent former addresses. */
const createTelling = (kernel: Kernel, needs: AccessNeeds) => {
  const { clock, ids, config } = kernel
  return async (
    tx: WriteTransaction,
    of: { user: User; kind: MailKind; secrets: RecoverySecrets; caller: Caller; withMain: boolean },
  ) => {
    const { user, kind, secrets, caller, withMain } = of
    const { id: userId, companyId, email } = user
    const at = clock.realNow()
    await recordSecurityEvent(tx.sql, ids, {
      userId,
      companyId,
      kind: kind satisfies SecurityEventKind,
      caller,
      at,
    })
    const company = await readCompany(tx.sql, companyId)
    const pathOf = (token: string) => (endings.has(kind) ? '/login' : pagePath(token))
    const cause = { at, source: caller }
    const mail = { company, config, kind, cause }
    if (withMain) await needs.mailer.enqueue(tx, personMail(user, { ...mail, path: pathOf(secrets.go) }))
    const former = await readFormerEmails(tx.sql, { userId, email, since: after(at, -formerMs) })
    for (const old of former) {
      await needs.mailer.enqueue(
        tx,
        personMail({ ...user, email: old }, { ...mail, path: pathOf(secrets.stop) }),
      )
    }
  }
}

/**
 * Recovery of a person who lost all factors: a link by mail after the password, a selfie check against their
 * document, and a day of waiting. During that day every address is told and can stop it. Then the factors are
 * removed and every session ends.
 */
export const mountFactorRecoveries = (kernel: Kernel, needs: AccessNeeds, parts: AccessParts): void => {
  const { mount, db, ids, clock, encryption, config, write } = kernel
  const tell = createTelling(kernel, needs)
  const removal = createFactorRemoval(kernel, needs, parts)
  const endSessions = createEndSessions(kernel)
  const context = (id: string) => `factor_recovery:${id}`
  const encryptSecrets = (id: string, secrets: RecoverySecrets) =>
    encryption.encrypt(Buffer.from(JSON.stringify(secrets)), context(id))

  /** The recovery of a link that is still valid. */
  const findWith = async (sql: Queries, token: string): Promise<ValidRecovery | null> => {
    if (!isSecretForm(token)) return null
    const recovery = await findFactorRecovery(sql, token)
    const user = recovery ? await readUser(sql, recovery.userId) : null
    if (!recovery || !user || recovery.expiresAt <= clock.realNow()) return null
    const opened = await encryption.decrypt(recovery.encrypted, context(recovery.id))
    return { recovery, user, secrets: JSON.parse(opened.toString()) as RecoverySecrets }
  }
  const find = (token: string) => db.read(beforeLogin, (sql) => findWith(sql, token))

  const shown = ({ recovery, user, secrets }: ValidRecovery) => ({
    status: recovery.status,
    hint: emailHint(user.email),
    selfieUrl: recovery.status === 'selfie' && recovery.mayGoOn ? secrets.url : null,
    readyAt: recovery.status === 'waiting' ? recovery.readyAt : null,
  })

  mount(startFactorRecovery, async ({ input, request, address, finish }) => {
    const now = clock.realNow()
    const { login, user } = await db.read(beforeLogin, async (sql) => {
      const secret = input.loginId
      const found = isSecretForm(secret) ? await findLogin(sql, { secret, now }) : null
      return { login: found, user: found ? await readUser(sql, found.userId) : null }
    })
    // Others know the default password of a reset, so it starts nothing.
    const mayStart = user && login?.purpose === 'login' && !hasDefaultPassword(user)
    if (!mayStart || hasChangedSince(user, login)) return refused('challenge_expired')
    const mailTo = { to: user.email, userId: user.id, sender: { address } }
    const allowed = await consumeMail(needs, { purpose: 'factor', ...mailTo })
    if (!allowed.accepted) return allowed
    const id = ids.next()
    const secrets: RecoverySecrets = { go: newSecret(ids), stop: newSecret(ids), url: null }
    const encrypted = await encryptSecrets(id, secrets)
    const caller = callerOf({ request, address })
    const cause = { at: now, source: caller }
    const company = await db.read(beforeLogin, (sql) => readCompany(sql, user.companyId))
    const mail = { company, config, kind: 'recovery_started', path: pagePath(secrets.go), cause } as const
    if ((await needs.mailer.sendNow(personMail(user, mail))) !== 'sent') {
      return refused('email_not_sent', { data: { retryAfterSeconds: 30 } })
    }
    return finish({ hint: emailHint(user.email) }, async (tx) => {
      const { id: userId, companyId } = user
      const tokens = { goToken: secrets.go, stopToken: secrets.stop, encrypted }
      const row = { id, companyId, userId, ...tokens, at: now, expiresAt: after(now, livesMs) }
      await insertFactorRecovery(tx.sql, row)
      await tell(tx, { user, kind: 'recovery_started', secrets, caller, withMain: false })
    })
  })

  /** Requests the result of the selfie check from the identity provider, and continues with it. */
  const catchUp = async (found: ValidRecovery, caller: Caller): Promise<ValidRecovery | 'unavailable'> => {
    const { recovery, user, secrets } = found
    const { sessionId } = recovery
    if (recovery.status !== 'selfie' || sessionId === null) return found
    const read = await needs.selfieCheck.read({ sessionId, userId: user.id })
    if (read === 'unavailable') return 'unavailable'
    if (read === 'waiting') return found
    const hours = await db.read(beforeLogin, (sql) => readSetting(sql, 'factorRecoveryWaitHours'))
    const readyAt = after(clock.now(), hours * hourMs)
    await write(beforeLogin, async (tx) => {
      if (read === 'failed') {
        const to = { event: 'selfie.failed', endedAt: clock.realNow() } as const
        if (!(await changeFactorRecovery(tx.sql, recovery, to))) return
        await tell(tx, { user, kind: 'recovery_failed', secrets, caller, withMain: true })
        return
      }
      if (!(await changeFactorRecovery(tx.sql, recovery, { event: 'selfie.passed', readyAt }))) return
      await tell(tx, { user, kind: 'recovery_waiting', secrets, caller, withMain: true })
    })
    return (await find(recovery.mayGoOn ? secrets.go : secrets.stop)) ?? found
  }

  mount(readFactorRecovery, async ({ params: { token }, request, address }) => {
    const found = await find(token)
    if (!found) return refused('link_expired')
    const caught = await catchUp(found, callerOf({ request, address }))
    return caught === 'unavailable'
      ? refused('unavailable', { data: { retryAfterSeconds: 5 } })
      : accepted(shown(caught))
  })

  mount(startRecoverySelfie, async ({ params: { token }, lang, finish }) => {
    const found = await find(token)
    if (!found?.recovery.mayGoOn) return refused('link_expired')
    const { recovery, user, secrets } = found
    // The recovery was already started: the same page continues.
    if (recovery.status !== 'mailed') return finish(shown(found))
    const { id } = recovery
    const at = clock.realNow()
    const reservation = { id, at, staleAt: after(at, -selfieLeaseMs) }
    if (!(await write(beforeLogin, ({ sql }) => reserveSelfie(sql, reservation)))) return refused('FL001')
    const company = await db.read(beforeLogin, (sql) => readCompany(sql, user.companyId))
    const callbackUrl = `${originOf(company, config)}${pagePath(token)}`
    const started = await needs.selfieCheck.start({ recoveryId: id, userId: user.id, callbackUrl, lang })
    if (!started.accepted) {
      // The address of a session whose answer was lost is unknown. It expires, and another one may start.
      await write(beforeLogin, ({ sql }) => releaseSelfie(sql, { id, at }))
      return started
    }
    const { sessionId, url } = started.value
    const encrypted = await encryptSecrets(id, { ...secrets, url })
    return finish(
      async (sql) => shown((await findWith(sql, token)) ?? found),
      async ({ sql }) => {
        await changeFactorRecovery(sql, recovery, { event: 'selfie.started', sessionId, encrypted })
      },
    )
  })

  mount(completeFactorRecovery, async ({ params: { token }, request, address, finish }) => {
    const found = await find(token)
    if (!found?.recovery.mayGoOn) return refused('link_expired')
    const { recovery, user, secrets } = found
    const isReady = recovery.readyAt !== null && recovery.readyAt <= clock.now()
    if (recovery.status !== 'waiting' || !isReady) return refused('recovery_not_ready')
    const caller = callerOf({ request, address })
    const factors = await db.read(beforeLogin, (sql) => readFactors(sql, user.id))
    const done = { ...found, recovery: { ...recovery, status: 'done' as const } }
    const complete = async (tx: WriteTransaction) => {
      const to = { event: 'recovery.completed', endedAt: clock.realNow() } as const
      if (!(await changeFactorRecovery(tx.sql, recovery, to))) return refused('recovery_not_ready')
      const ending = { userId: user.id, exceptSessionId: null, reason: 'factors_recovered' }
      await endSessions(tx, ending)
      await tell(tx, { user, kind: 'recovery_done', secrets, caller, withMain: true })
    }
    // A recovery removes the last passkey too.
    return removal.remove({ user, gone: factors, caller }, (store) =>
      finish(shown(done), async (tx) => (await store(tx)) ?? (await complete(tx)), 'commit'),
    )
  })

  mount(cancelFactorRecovery, async ({ params: { token }, request, address, finish }) => {
    const found = await find(token)
    if (!found) return refused('link_expired')
    const { recovery, user, secrets } = found
    const caller = callerOf({ request, address })
    return finish({ hint: emailHint(user.email) }, async (tx) => {
      const to = { event: 'recovery.cancelled', endedAt: clock.realNow() } as const
      if (!(await changeFactorRecovery(tx.sql, recovery, to))) return refused('link_expired')
      await tell(tx, { user, kind: 'recovery_cancelled', secrets, caller, withMain: true })
    })
  })
}
