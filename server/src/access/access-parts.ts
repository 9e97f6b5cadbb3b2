import type { Ceremonies } from './ceremonies.ts'
import type { SyncFactors } from './factor-sync.ts'

/** What the calls of this module, and of the security settings, are built from. */
export type AccessParts = { readonly ceremonies: Ceremonies; readonly syncFactors: SyncFactors }
