import { formatCents } from '@cardamom/contract/money'
import type { Config } from '../kernel/config.ts'
import type { StepUpService } from '../kernel/step-up-service.ts'
import type { ProviderLocks } from '../providers/stepup/port.ts'
import type { TreasuryOwner } from '../treasury/demo-treasury.jobs.ts'
import type { FundMaster } from '../treasury/demo-funding.jobs.ts'
import { createEmbeddedControls, type EmbeddedControls } from './embedded-controls.ts'
import { createProviderLocks } from './provider-locks.ts'

/**
 * Functions of the embedded services for lower modules. Null outside of sandbox mode, and where a service is
 * a real one.
 */
export type SandboxParts = {
  readonly controls: EmbeddedControls | null
  readonly providerLocks: ProviderLocks | null
  readonly fundMaster: FundMaster | null
  readonly treasuryOwner: TreasuryOwner | null
}

/** Transfers money to the embedded issuer, as the operator's bank would. */
const fundBy =
  (controls: EmbeddedControls): FundMaster =>
  async ({ amountCents, reference }) => {
    await controls.post('issuer', '/fund', { amount: formatCents(amountCents), reference })
  }

/** Signs with the keys of the embedded chain, as the owner of the treasury would. */
export const treasuryOwnerBy = (controls: EmbeddedControls): TreasuryOwner => ({
  sweep: async (call) => {
    await controls.post('chain', '/sweep', call)
  },
  send: async (call) => {
    await controls.post('chain', '/move', call)
  },
  trade: async (call) => {
    await controls.post('chain', '/trade', call)
  },
  deliver: async (call) => {
    await controls.post('chain', '/mint', call)
  },
})

export const createSandboxParts = (
  { mode, SANDBOX_SERVICES: services }: Config,
  stepUpService: StepUpService | null,
): SandboxParts => {
  const controls = mode === 'sandbox' && services ? createEmbeddedControls(services) : null
  return {
    controls,
    providerLocks: controls && stepUpService?.proxied ? createProviderLocks(controls) : null,
    fundMaster: controls?.url('issuer') ? fundBy(controls) : null,
    treasuryOwner: controls?.url('chain') ? treasuryOwnerBy(controls) : null,
  }
}
