import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cents } from '../money.ts'
import { Id, Instant } from '../wire.ts'

/** A limit over a period: the amount spent, and when the issuer resets it. */
const PeriodLimit = z.object({ limit: Cents.nullable(), spent: Cents, resetsAt: Instant })

export const CardLimitsView = z.object({
  /**
   * A change sends it back as `If-Match`. It changes when a change is requested and when that request ends.
   */
  version: z.number().int(),
  payment: z.object({ limit: Cents.nullable() }),
  day: PeriodLimit,
  month: PeriodLimit,
  /** Limits that were requested from the issuer and are not confirmed yet; null: no change is under way. */
  requested: z
    .object({ payment: Cents.nullable(), day: Cents.nullable(), month: Cents.nullable() })
    .nullable(),
  canChange: z.boolean(),
})
export type CardLimitsView = z.output<typeof CardLimitsView>

/** Smallest and largest limit, in cents. A pause stops a card; a limit of zero is not accepted. */
const smallestLimitCents = 100n
const largestLimitCents = 99_999_999n

const Limit = Cents.refine((cents) => cents >= smallestLimitCents, { error: 'limit_too_low' })
  .refine((cents) => cents <= largestLimitCents, { error: 'limit_too_high' })
  .nullable()

export const changeCardLimits = endpoint({
  method: 'PUT',
  path: '/cards/:id/limits',
  summary:
    'Replace the spending limits of my card; null: no limit. `card.limits_changed` comes by the live stream once the issuer has them',
  who: 'signed-in',
  headers: ['If-Match'],
  effect: 'write',
  stepUp: 'S1',
  stepUpWhen: 'a limit is raised or removed',
  idempotent: true,
  status: 202,
  params: z.object({ id: Id }),
  input: z.object({
    /** Limit of one payment. */
    payment: Limit,
    day: Limit,
    month: Limit,
  }),
  output: CardLimitsView,
  refusals: {
    validation: 422,
    record_not_found: 404,
    /** The limits changed since that version was read; `data` has the present limits. */
    record_changed: 409,
    card_invalid: 409,
  },
})
