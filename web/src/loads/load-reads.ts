import { readLoadOptions } from '@cardamom/contract/loads'

/** What the load page is made of, until a price is asked for. */
export const reads = { options: [readLoadOptions, {}] } as const
