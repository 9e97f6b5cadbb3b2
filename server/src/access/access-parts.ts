import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import { createChallenges, type Challenges } from './challenges.ts'
import { createFactorSync, type SyncFactors } from './factor-sync.ts'

/** Parts that the calls of the module share. */
export type AccessParts = { readonly challenges: Challenges; readonly syncFactors: SyncFactors }

export const createAccessParts = (kernel: Kernel, needs: AccessNeeds): AccessParts => ({
  challenges: createChallenges(kernel, needs),
  syncFactors: createFactorSync(kernel, needs),
})
