import { z } from 'zod'
import { amountOf } from './typed-amount.ts'

/** An amount of USD as a person types it. Forms fetch this file with their schema, because zod is large. */
export const TypedAmount = z.string().refine((typed) => amountOf(typed) !== null, { error: 'invalid_amount' })
