import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LoadSpeed } from './loads/load-offer.ts'
import { Cents, FeePercent } from './money.ts'
import { CalendarDate, Instant } from './wire.ts'

/** What a load of an example amount costs, and what is left of it, to the cent. */
const FeeExample = z.object({ gross: Cents, fee: Cents, net: Cents })

/** One speed of a schedule. The fee is the sum of all levels, and the payer pays nothing else (domain §4). */
const SpeedFee = z.object({ speed: LoadSpeed, feePercent: FeePercent, examples: z.array(FeeExample) })

/** Prices from a day on; the day is the same in every time zone. */
const FeePeriod = z.object({ from: CalendarDate, speeds: z.array(SpeedFee) })

export const readFees = endpoint({
  method: 'GET',
  path: '/fees',
  summary: "What loads and the use of a card cost at this host's company, with worked examples",
  who: 'public',
  output: z.object({
    /** The partner of the agreement; the terms link to this page for its name. */
    operator: z.string(),
    now: FeePeriod,
    /** The next version with a changed price, if there is one. */
    next: FeePeriod.nullable(),
    /** When a payment that is final now would be on a card: usually, and at the latest. */
    regular: z.object({ usualAt: Instant, latestAt: Instant }),
    /** What the card issuer charges when the card is used. */
    cardUse: z.object({
      /** Fee of one withdrawal at a cash machine. */
      atmFee: Cents,
      /** Fee of a payment that is not in US dollars. */
      foreignCurrencyFee: FeePercent,
    }),
    limits: z.object({
      minimum: Cents,
      maximum: Cents,
      daily: Cents,
      /** Smallest first load of a plastic card. */
      firstPlastic: Cents,
      /** Maximum of immediate loads for one card on one business day. */
      immediateDaily: Cents,
    }),
    /**
     * Percentage that a quote subtracts from the market rate, by coin; the last entry has no name and is for
     * all other coins.
     */
    spreads: z.array(z.object({ asset: z.string().nullable(), percent: FeePercent })),
  }),
  refusals: {},
})
