import { after } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountCredentials } from './credentials.routes.ts'
import { mountEmailChangeLists } from './email-change-lists.routes.ts'
import { mountEmailChanges } from './email-changes.routes.ts'
import { cancelChangesWithoutLinks } from './email-changes.sql.ts'
import { mountEmailVerifications } from './email-verifications.routes.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { handleLinkRequests } from './link-request.ts'
import { dropLinksBefore } from './links.sql.ts'
import { mountLockouts } from './lockouts.routes.ts'
import { handleOldAddressConfirmations } from './old-address-confirmation.ts'
import { mountProfiles } from './profiles.routes.ts'
import { mountRecoveries } from './recoveries.routes.ts'
import { mountRegistrations } from './registrations.routes.ts'
import { mountSavedViews } from './saved-views.routes.ts'

const dayMs = 86_400_000
/** The page of an expired link can send a new one for this long. */
const linkRetentionMs = 90 * dayMs

/** People: registration, verification of the address, recovery of the password, and the own record. */
export const identityModule = (kernel: Kernel, needs: IdentityNeeds): void => {
  mountRegistrations(kernel, needs)
  mountEmailVerifications(kernel, needs)
  mountRecoveries(kernel, needs)
  mountProfiles(kernel, needs)
  mountCredentials(kernel, needs)
  mountEmailChanges(kernel, needs)
  mountEmailChangeLists(kernel, needs)
  mountSavedViews(kernel)
  mountLockouts(kernel, needs)
  handleLinkRequests(kernel, needs)
  handleOldAddressConfirmations(kernel, needs)
  kernel.jobs.recurring('identity.clean', async (_job, { clock, write }) => {
    await write(async ({ sql }) => {
      await dropLinksBefore(sql, after(clock.realNow(), -linkRetentionMs))
      await cancelChangesWithoutLinks(sql, clock.now())
    })
    await needs.throttles.clean(after(clock.realNow(), -2 * dayMs))
    return { againAt: after(clock.now(), dayMs) }
  })
}
