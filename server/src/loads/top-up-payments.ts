import type { BusinessCalendar } from '../calendar/business-time.ts'
import type { Plan } from '../kernel/plan.ts'
import type { Queries } from '../kernel/queries.ts'
import type { PricedPart } from './load-pricing.ts'
import type { PaymentRecord } from './load-record.ts'
import type { LoadException } from './load-status.ts'
import type { PaymentStep } from './load-step.ts'

/** What a payment for a wallet depends on when its money is final. */
export type TopUpTerms = {
  /** The smallest top-up, in cents. */
  readonly minimumCents: bigint
  /** The amounts at which money that is not as quoted may be credited now. */
  readonly limits: { readonly minimumCents: bigint; readonly mostCents: bigint }
  /** Whether the received amount is outside of the limits; what was quoted is within them. */
  readonly limitOf: (grossCents: bigint) => 'below_minimum' | 'over_limit' | null
  /** Credits the wallet, and ends the payment. */
  readonly plan: (
    step: PaymentStep & {
      readonly calendar: BusinessCalendar
      readonly parts: readonly PricedPart[]
      readonly exception: LoadException | null
    },
  ) => Plan
}

/** The part of a payment for a wallet that belongs to the module of its top-up. */
export type TopUpPayments = {
  readonly read: (
    sql: Queries,
    of: { readonly payment: PaymentRecord; readonly now: Date },
  ) => Promise<TopUpTerms>
}
