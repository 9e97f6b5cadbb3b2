import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LoadSpeed } from './loads/load-offer.ts'
import { Cents, FeePercent } from './money.ts'
import { CalendarDate, Instant } from './wire.ts'

/** What a load of a certain amount costs and leaves, to the cent. */
const FeeExample = z.object({ gross: Cents, fee: Cents, net: Cents })

/** One speed of a schedule: the sum of what all levels take, which is all that the payer pays (domain §4). */
const SpeedFee = z.object({ speed: LoadSpeed, feePercent: FeePercent, examples: z.array(FeeExample) })

/** Prices as they hold from a day on, which is the same day everywhere. */
const FeePeriod = z.object({ from: CalendarDate, speeds: z.array(SpeedFee) })

export const readFees = endpoint({
  method: 'GET',
  path: '/fees',
  summary: "What loads and the use of a card cost at this host's company, with worked examples",
  who: 'public',
  output: z.object({
    /** Who the agreement is with: the terms name this page for it. */
    operator: z.string(),
    now: FeePeriod,
    /** The next version that changes a price, if one is set. */
    next: FeePeriod.nullable(),
    /** When a payment that is final at this moment would be on a card, usually and at the latest. */
    regular: z.object({ usualAt: Instant, latestAt: Instant }),
    /** What the card issuer charges when the card is used. */
    cardUse: z.object({
      /** For each withdrawal at a cash machine. */
      atmFee: Cents,
      /** Of each payment that is not in US dollars. */
      foreignCurrencyFee: FeePercent,
    }),
    limits: z.object({
      minimum: Cents,
      maximum: Cents,
      daily: Cents,
      /** Smallest first load of a plastic card. */
      firstPlastic: Cents,
      /** Immediate loads of a card on one business day. */
      immediateDaily: Cents,
    }),
    /** What a quote takes off the market rate, by coin; the last one, without a name, for every other. */
    spreads: z.array(z.object({ asset: z.string().nullable(), percent: FeePercent })),
  }),
  refusals: {},
})
