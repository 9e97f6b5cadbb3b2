import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import { createCeremonies, type Ceremonies } from './ceremonies.ts'
import { createFactorSync, type SyncFactors } from './factor-sync.ts'

/** What the calls of the module share. */
export type AccessParts = { readonly ceremonies: Ceremonies; readonly syncFactors: SyncFactors }

export const createAccessParts = (kernel: Kernel, needs: AccessNeeds): AccessParts => ({
  ceremonies: createCeremonies(kernel, needs),
  syncFactors: createFactorSync(kernel, needs),
})
