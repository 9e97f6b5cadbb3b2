import type { Kernel } from '../kernel/module.ts'
import { mountCodeWebhook } from './code-webhook.ts'
import { mountFactors } from './factors.routes.ts'
import { mountProviderProxy } from './provider-proxy.ts'
import { mountSecurity } from './security.routes.ts'
import type { StepUpNeeds } from './stepup-needs.ts'

/** Second factors and the security settings of a person, and the way to the step-up provider. */
export const stepupModule = (kernel: Kernel, needs: StepUpNeeds): void => {
  mountFactors(kernel, needs)
  mountSecurity(kernel, needs)
  mountProviderProxy(kernel, needs.stepUpService)
  mountCodeWebhook(kernel, needs)
}
