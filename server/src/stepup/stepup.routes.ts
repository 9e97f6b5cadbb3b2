import { nobodysCaller, noteSecurity } from '../access/security-events.sql.ts'
import type { EventSource } from '../identity/event-source.ts'
import type { Kernel } from '../kernel/module.ts'
import type { EventMessage } from '../kernel/outbox.ts'
import { mountCodeWebhook } from './code-webhook.ts'
import { mountDeviceCheck } from './device-check-page.ts'
import { mountDeviceProfiling } from './device-profiling.routes.ts'
import { mountFactorRecoveries } from './factor-recoveries.routes.ts'
import { mountFactors } from './factors.routes.ts'
import { mountLockouts } from './lockouts.routes.ts'
import { mountMagicLinks } from './magic-links.routes.ts'
import { mountProviderProxy } from './provider-proxy.ts'
import { mountSecurity } from './security.routes.ts'
import type { StepUpNeeds } from './stepup-needs.ts'

/** Changes that a lower module makes, in the person's log. */
const noteChanges = ({ jobs, ids, clock }: Kernel): void => {
  for (const kind of [
    'password_changed',
    'email_change_requested',
    'email_changed',
    'mobile_changed',
  ] as const) {
    jobs.on(`user.${kind}`, `stepup.${kind}`, async ({ payload }, { write }) => {
      const { userId, companyId, payload: told } = payload as unknown as EventMessage
      if (!userId || !companyId) return
      const caller = { ...nobodysCaller, ...(told as Partial<EventSource>) }
      const event = { userId, companyId, kind, caller, at: clock.realNow() }
      await write(({ sql }) => noteSecurity(sql, ids, event))
    })
  }
}

/** Second factors and the security settings of a person, and the way to the step-up provider. */
export const stepupModule = (kernel: Kernel, needs: StepUpNeeds): void => {
  mountFactors(kernel, needs)
  mountSecurity(kernel, needs)
  mountLockouts(kernel, needs)
  mountDeviceProfiling(kernel)
  mountDeviceCheck(kernel, needs)
  mountFactorRecoveries(kernel, needs)
  mountMagicLinks(kernel)
  noteChanges(kernel)
  mountProviderProxy(kernel, needs.stepUpService)
  mountCodeWebhook(kernel, needs)
}
