import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cents, SignedCents } from '../money.ts'
import { spendingCategories, TransactionFilter } from '../transactions.ts'
import { Id } from '../wire.ts'

export const readSpending = endpoint({
  method: 'GET',
  path: '/spending',
  summary: 'My spending in a month by category, minus refunds',
  who: 'signed-in',
  input: z.object({
    /** YYYY-MM; absent: the present month in the person's time zone. */
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'date_invalid' })
      .optional(),
    cardId: Id.optional(),
  }),
  output: z.object({
    month: z.string(),
    /** Settled and held together; refunds can make it negative. */
    total: SignedCents,
    /** The held part of `total`. */
    held: Cents,
    /** Largest first, without empty categories. */
    categories: z.array(
      z.object({
        category: z.enum(spendingCategories),
        amount: SignedCents,
        held: Cents,
        count: z.number().int(),
      }),
    ),
    /** Total of the whole previous month. */
    previousTotal: SignedCents,
  }),
  refusals: {},
})

export const readActivitySummary = endpoint({
  method: 'GET',
  path: '/activity/summary',
  summary: 'Incoming and spent money in the rows of a filter, and the current balance of the cards',
  who: 'signed-in',
  input: TransactionFilter,
  output: z.object({
    /** Loads and other incoming money, minus outgoing money that is not spending. */
    in: SignedCents,
    /**
     * Payments, cash and fees, settled and held together, minus refunds. Same as `total` of the spending
     * call.
     */
    spent: SignedCents,
    /** Current balance: available and floating together. */
    balance: SignedCents,
    held: Cents,
    available: SignedCents,
    /** Rows of the filter by status, for the tabs; each count stops at 10,000. */
    counts: z.object({
      all: z.number().int(),
      floating: z.number().int(),
      settled: z.number().int(),
      declined: z.number().int(),
    }),
  }),
  refusals: {},
})
