import { readLoadOptions } from '@cardamom/contract/loads'

/** Reads of the load page before a price is requested. */
export const reads = { options: [readLoadOptions, {}] } as const
