import { z } from 'zod'

export { TypedAmount } from '../ui/wallets/typed-amount-rule.ts'

/** What is typed as the reference of a transfer. Forms fetch this file, because zod is large. */
export const TypedReference = z.string().max(64)
