import {
  getSecurity,
  listMySessions,
  revokeMySession,
  revokeOtherSessions,
  updateSecurity,
} from '@cardamom/contract/access/security'
import { readSecurityChoice, writeSecurityChoice } from './security-choices.sql.ts'
import { securityEventsList } from './security-events.list.ts'
import { callerOf, recordSecurityEvent, type SecurityEventKind } from './security-events.sql.ts'
import { createDeviceCookie } from './session-cookie.ts'
import { sessionsList } from './sessions.list.ts'
import { endSessionsById, sessionsOfUser } from './sessions.sql.ts'
import { forgetTrustedDevice, forgetTrustedDevices, listTrustedDevicesOf } from './trusted-devices.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { securityChangedMail, type MailCause } from '../identity/identity-mail.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { readSettings } from '../settings/settings.sql.ts'
import type { AccessNeeds } from './access-needs.ts'
import { needsPasskey } from './session-rules.ts'

/** The three demo values of product §9. A person who chooses the first has all of them. */
const demoLock = { lockAfterSeconds: 10, redirectAfterSeconds: 5, renewalWarningSeconds: 15 }

/** The security settings of a person, their sessions and log. */
export const mountSecurity = (kernel: Kernel, needs: AccessNeeds): void => {
  mountSettings(kernel, needs)
  mountOwnSessions(kernel, needs)
}

const shownKeys = [
  'credentialChangeWaitHours',
  'hideAccountExistence',
  'passkeyGroups',
  'lockChoices',
] as const
const lockKeys = ['lockAfterSeconds', 'lockRedirectSeconds', 'renewalWarningSeconds'] as const

const mountSettings = (kernel: Kernel, { mailer }: AccessNeeds): void => {
  const { mount, ids, clock, config } = kernel

  mount(getSecurity, async ({ sql, me }) => {
    const user = await readUser(sql, me.userId)
    if (!user) throw new Error('A session has no user')
    const set = await readSettings(sql, [...lockKeys, ...shownKeys])
    const choice = await readSecurityChoice(sql, user.id)
    const company = await readCompany(sql, user.companyId)
    const changedAt = user.credentialsChangedAt
    const heldUntil = changedAt ? after(changedAt, set.credentialChangeWaitHours * 3_600_000) : null
    return accepted({
      passkeyMandatory: company.passkeyMandatory || needsPasskey(user.roleId, set),
      otpLogin: choice.otpLogin,
      otpLoginOffered: !set.hideAccountExistence,
      withdrawalsHeldUntil: heldUntil && heldUntil > clock.realNow() ? heldUntil : null,
      lock:
        choice.lockAfterSeconds === demoLock.lockAfterSeconds
          ? demoLock
          : {
              lockAfterSeconds: choice.lockAfterSeconds ?? company.lockAfterSeconds ?? set.lockAfterSeconds,
              redirectAfterSeconds: set.lockRedirectSeconds,
              renewalWarningSeconds: set.renewalWarningSeconds,
            },
      lockChoicesSeconds: set.lockChoices,
      lockMaximumSeconds: 3600,
    })
  })

  mount(updateSecurity, async ({ me, input, request, address, ...tx }) => {
    const { userId, companyId } = me
    const user = await readUser(tx.sql, userId)
    if (!user) throw new Error('A session has no user')
    const before = await readSecurityChoice(tx.sql, userId)
    const otpLogin = input.otpLogin ?? before.otpLogin
    const { lockChoices } = await readSettings(tx.sql, ['lockChoices'])
    if (input.lockAfterSeconds !== undefined && !lockChoices.includes(input.lockAfterSeconds))
      return refused('validation', { data: { errors: { lockAfterSeconds: ['invalid'] } } })
    const lockAfterSeconds = input.lockAfterSeconds ?? before.lockAfterSeconds
    await writeSecurityChoice(tx.sql, { userId, companyId, otpLogin, lockAfterSeconds })
    tx.recordChange({
      entity: 'user',
      entityId: userId,
      companyId,
      userId,
      before: { otpLogin: before.otpLogin, lockAfterSeconds: before.lockAfterSeconds },
      after: { otpLogin, lockAfterSeconds },
    })
    const [caller, at] = [callerOf({ request, address }), clock.realNow()]
    if (otpLogin !== before.otpLogin) {
      const kind: SecurityEventKind = otpLogin ? 'otp_login_on' : 'otp_login_off'
      await recordSecurityEvent(tx.sql, ids, { userId, companyId, kind, caller, at })
    }
    const company = await readCompany(tx.sql, companyId)
    if (otpLogin !== before.otpLogin || lockAfterSeconds !== before.lockAfterSeconds) {
      const cause = { at, source: caller }
      await mailer.enqueue(tx, securityChangedMail(user, { company, config, cause }))
    }
    const set = await readSettings(tx.sql, ['lockAfterSeconds'])
    const usual = company.lockAfterSeconds ?? set.lockAfterSeconds
    return accepted({ otpLogin, lockAfterSeconds: lockAfterSeconds ?? usual })
  })
}

const mountOwnSessions = (kernel: Kernel, { mailer }: AccessNeeds): void => {
  const { mount, ids, clock, config } = kernel
  const devices = createDeviceCookie(config)

  const tell = async (tx: WriteTransaction, userId: string, cause: MailCause) => {
    const user = await readUser(tx.sql, userId)
    if (!user) throw new Error('A session has no user')
    const company = await readCompany(tx.sql, user.companyId)
    await mailer.enqueue(tx, securityChangedMail(user, { company, config, cause }))
  }

  mount(listMySessions, async (call) => {
    const { sql, me, request } = call
    const now = clock.realNow()
    const page = await sessionsList.page({ ...call, now }, call.input)
    if (!page.accepted) return page
    const secret = devices.read(request)
    const trustedDevices = await listTrustedDevicesOf(sql, { userId: me.userId, secret, now })
    return accepted({ ...page.value, trustedDevices })
  })

  mount(revokeMySession, async ({ me, params, request, address, ...tx }) => {
    const { userId, companyId } = me
    const at = clock.realNow()
    const own = (await sessionsOfUser(tx.sql, { userId, exceptSessionId: null })).includes(params.id)
    const ended = own ? await endSessionsById(tx, { ids: [params.id], reason: 'revoked', at }) : 0
    const forgot = await forgetTrustedDevice(tx.sql, { id: params.id, userId })
    if (ended === 0 && !forgot) return refused('record_not_found')
    const caller = callerOf({ request, address })
    await recordSecurityEvent(tx.sql, ids, { userId, companyId, kind: 'session_revoked', caller, at })
    await tell(tx, userId, { at, source: caller })
    return accepted(null)
  })

  mount(revokeOtherSessions, async ({ me, request, address, ...tx }) => {
    const { userId, companyId, sessionId } = me
    const at = clock.realNow()
    const others = await sessionsOfUser(tx.sql, { userId, exceptSessionId: sessionId })
    const ended = await endSessionsById(tx, { ids: others, reason: 'revoked', at })
    const forgot = await forgetTrustedDevices(tx.sql, userId)
    const caller = callerOf({ request, address })
    if (ended + forgot > 0) await tell(tx, userId, { at, source: caller })
    const facts = { ended: String(ended) }
    await recordSecurityEvent(tx.sql, ids, { userId, companyId, kind: 'sessions_revoked', facts, caller, at })
    return accepted({ ended })
  })

  mountList(kernel, securityEventsList)
}
