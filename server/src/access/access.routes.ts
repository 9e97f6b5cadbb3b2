import { after } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import { createAccessParts } from './access-parts.ts'
import { mountAdmins } from './admins.routes.ts'
import { mountAuthsignal } from './authsignal.routes.ts'
import { dropChallengesBefore } from './challenges.sql.ts'
import { mountCodeWebhook } from './code-webhook.ts'
import { mountDeviceCheck } from './device-check-page.ts'
import { mountDeviceProfiling } from './device-profiling.routes.ts'
import { mountEvents } from './events.routes.ts'
import { mountFactorReset } from './factor-reset.routes.ts'
import { mountFactors } from './factors.routes.ts'
import { accountStepUps } from './account-step-up.ts'
import { adminStepUps } from './admin-step-up.ts'
import { mountLockoutLifting } from './lockouts.routes.ts'
import { mountLoginFactors } from './login-factors.routes.ts'
import { mountLogins } from './login.routes.ts'
import { mountMagicLinks } from './magic-links.routes.ts'
import { mountPermissionChanges } from './permission-changes.routes.ts'
import { mountTopRoles } from './top-roles.routes.ts'
import { mountProviderProxy } from './provider-proxy.ts'
import { mountFactorRecoveries } from './recovery/factor-recoveries.routes.ts'
import { mountImpersonations } from './impersonations.routes.ts'
import { mountOldAddresses } from './old-address.routes.ts'
import { mountPasswordResets } from './password-resets.routes.ts'
import { mountUserAccounts } from './user-accounts.routes.ts'
import { mountUserActivation } from './user-activation.routes.ts'
import { mountUserCompany } from './user-company.routes.ts'
import { userStepUps } from './user-step-up.ts'
import { mountUsers } from './users.routes.ts'
import { unknownCaller, recordSecurityEvent } from './security-events.sql.ts'
import { mountSecurity } from './security.routes.ts'
import { mountSessions } from './sessions.routes.ts'
import { dropSessionsBefore } from './sessions.sql.ts'
import { mountCurrentUser } from './current-user.routes.ts'
import { mountStepUps } from './step-ups.routes.ts'
import { dropGrantsBefore } from './step-ups.sql.ts'
import { endUnfoundedOverrides, readOverrides, tagSets } from './tag-overrides.sql.ts'
import { dropTrustedDevicesBefore } from './trusted-devices.sql.ts'

const dayMs = 86_400_000
/** How long ended sessions are stored, for the person's own list. */
const sessionRetentionMs = 90 * dayMs

/** Records the changes of a lower module in the person's security log. */
const logCredentialChanges = ({ jobs, ids, clock }: Kernel): void => {
  for (const kind of [
    'password_changed',
    'email_change_requested',
    'email_changed',
    'email_change_cancelled',
    'mobile_changed',
  ] as const) {
    jobs.on(`user.${kind}`, `access.${kind}`, async ({ userId, companyId, payload }, { write }) => {
      if (!userId || !companyId) return
      const caller = { ...unknownCaller, ...payload }
      const event = { userId, companyId, kind, caller, at: clock.realNow() }
      await write(({ sql }) => recordSecurityEvent(sql, ids, event))
    })
  }
}

const cleanUp = ({ jobs }: Kernel): void =>
  jobs.recurring('access.clean', async (_job, { clock, write }) => {
    const now = clock.realNow()
    await write(async ({ sql }) => {
      await dropGrantsBefore(sql, after(now, -dayMs))
      await dropChallengesBefore(sql, after(now, -dayMs))
      await dropTrustedDevicesBefore(sql, now)
      await dropSessionsBefore(sql, after(now, -sessionRetentionMs))
    })
    return { againAt: after(clock.now(), dayMs) }
  })

const quarterHourMs = 900_000

/** Records the end of grants that lost their ground; they stopped counting before (permissions §1). */
const endGrantsWithoutGround = ({ jobs }: Kernel): void =>
  jobs.recurring('access.grants', async (_job, { clock, write }) => {
    await write(async ({ sql, emit, recordChange }) => {
      const ended = await endUnfoundedOverrides(sql, clock.realNow())
      for (const [userId, overrides] of Map.groupBy(ended, (each) => each.userId)) {
        const companyId = overrides[0]?.companyId ?? null
        const rest = [...(await readOverrides(sql, userId)).values()]
        const [before, now] = [tagSets([...rest, ...overrides]), tagSets(rest)]
        recordChange({ entity: 'user', entityId: userId, companyId, userId, before, after: now })
        emit({ type: 'user.permissions_changed', entityId: userId, companyId, userId })
      }
    })
    return { againAt: after(clock.now(), quarterHourMs) }
  })

/**
 * Mounts sessions, the calls of product §7, second factors, step-up with the provider's proxy, a person's
 * security settings, factor recovery and the live stream.
 */
export const accessModule = (kernel: Kernel, needs: AccessNeeds) => {
  const parts = createAccessParts(kernel, needs)
  mountLogins(kernel, needs, parts)
  mountLoginFactors(kernel, needs, parts)
  mountSessions(kernel, needs, parts)
  mountCurrentUser(kernel, needs)
  mountAuthsignal(kernel, needs, parts)
  mountStepUps(kernel, needs, parts)
  mountEvents(kernel, needs)
  mountFactors(kernel, needs, parts)
  mountFactorReset(kernel, needs, parts)
  mountSecurity(kernel, needs)
  mountLockoutLifting(kernel, needs)
  mountDeviceProfiling(kernel)
  mountDeviceCheck(kernel, needs)
  mountAdmins(kernel, needs)
  mountPermissionChanges(kernel)
  mountTopRoles(kernel)
  mountUserActivation(kernel)
  mountImpersonations(kernel)
  mountUsers(kernel)
  mountUserAccounts(kernel, needs)
  mountPasswordResets(kernel, needs)
  mountOldAddresses(kernel, needs)
  mountUserCompany(kernel, needs)
  mountFactorRecoveries(kernel, needs, parts)
  mountMagicLinks(kernel)
  logCredentialChanges(kernel)
  mountProviderProxy(kernel, needs.stepUpService)
  mountCodeWebhook(kernel, needs)
  cleanUp(kernel)
  endGrantsWithoutGround(kernel)
  return { stepUps: { ...accountStepUps, ...adminStepUps, ...userStepUps } }
}
