import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cents, SignedCents } from '../money.ts'
import { Instant } from '../wire.ts'

/** Where coins and dollars of the operator are. */
export const coinHoldings = ['deposits', 'treasury', 'payout', 'venue', 'gas'] as const
export const dollarHoldings = [
  'bank',
  'unconfirmed',
  'transit',
  'float',
  'inFlight',
  'allocated',
  'suspense',
] as const

/** What the chain or the issuer last said, and how far the ledger was from it in that moment. */
const Reading = z.object({ outside: z.string(), difference: z.string(), at: Instant }).nullable()

const holding = <T extends readonly [string, ...string[]]>(names: T) =>
  z.object({
    holding: z.enum(names),
    /** The code of its account. */
    account: z.string(),
    /** Whole coins, or USD. */
    balance: z.string(),
    /** Null: nobody outside has been read for this holding, or nobody is. */
    reading: Reading,
    isRead: z.boolean(),
  })

export const readTreasury = endpoint({
  method: 'GET',
  path: '/treasury',
  summary: 'Where the operator’s money is: the ledger, and what the chain and the issuer last said',
  who: 'treasury.view',
  effect: 'outside',
  rate: 'read',
  output: z.object({
    coins: z.array(
      z.object({
        /** `token@chain`. */
        asset: z.string(),
        holdings: z.array(holding(coinHoldings)),
        total: z.string(),
        /** What was spent for transactions and is booked at the end of the day; null: it pays for none. */
        unbooked: z.string().nullable(),
        /** Value in the books of what is the operator’s own. */
        bookValue: SignedCents,
      }),
    ),
    /** When all addresses were last compared with the ledger; null: never. */
    comparedAt: Instant.nullable(),
    dollars: z.array(holding(dollarHoldings)),
    float: z.object({
      free: SignedCents,
      inFlight: Cents,
      /** Loads that are paid and not on their card. */
      waiting: Cents,
      after: SignedCents,
      cards: SignedCents,
      /** Balances of cards, with what is authorised. */
      cardholders: SignedCents,
      wallets: SignedCents,
    }),
    capital: z.object({
      contributed: SignedCents,
      opening: SignedCents,
      drawings: SignedCents,
      result: SignedCents,
      net: SignedCents,
    }),
  }),
  refusals: {},
})
