import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import { createChallenges, type Challenges } from './challenges.ts'
import { createFactorSync, type FactorSync } from './factor-sync.ts'

/** Parts that the calls of the module share. */
export type AccessParts = FactorSync & { readonly challenges: Challenges }

export const createAccessParts = (kernel: Kernel, needs: AccessNeeds): AccessParts => ({
  challenges: createChallenges(kernel, needs),
  ...createFactorSync(kernel, needs),
})
