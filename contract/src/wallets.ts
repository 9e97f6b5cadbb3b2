import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LoadSpeed } from './loads/load-offer.ts'
import { Cents, SignedCents } from './money.ts'
import { listEndpoint } from './list.ts'
import { CalendarDate, Id, Instant, TimeZone } from './wire.ts'

const WalletMoney = z.object({ available: SignedCents, pending: Cents })

export const readWallet = endpoint({
  method: 'GET',
  path: '/wallet',
  summary: 'What is on my cards and on its way to them; the two wallets too, for who earns shares',
  who: 'signed-in',
  output: z.object({
    /** On all cards: settled, held of it, and what can be spent. */
    card: z.object({ balance: SignedCents, held: Cents, available: SignedCents }),
    /** Paid loads that are not on a card yet, fees taken off. */
    pending: z.object({ amount: Cents, loads: z.number().int() }),
    /** Null: this person earns no shares, and so has no wallet (domain §14). */
    earnings: z.object({ regular: WalletMoney, immediate: WalletMoney }).nullable(),
  }),
  refusals: {},
})

/** A transfer on the chain to the address of one of my loads. */
export const Deposit = z.object({
  id: Id,
  load: z.object({
    id: Id,
    ref: z.string(),
    status: z.string(),
    exception: z.string().nullable(),
    speed: LoadSpeed,
  }),
  txHash: z.string(),
  network: z.string(),
  /** In the contract's own decimals. */
  amount: z.string(),
  /** Symbol, or the contract's address where we do not list it. */
  asset: z.string(),
  status: z.enum(['seen', 'final', 'gone', 'unlisted']),
  at: Instant,
  /** On the line that completed a load: what was on its way to the cards before it and after it. */
  pending: z.object({ before: Cents, after: Cents }).nullable(),
})
export type Deposit = z.output<typeof Deposit>

export const listDeposits = listEndpoint({
  path: '/wallet/deposits',
  summary: 'What arrived for my loads, as the chain has it, newest first',
  who: 'signed-in',
  row: Deposit,
  sorts: ['-at'],
  csv: {},
})

/** Why money waits: the rule's hours, the hourly release, the operator's account at the issuer, a booking, a person. */
export const pendingReasons = ['rule', 'release', 'float', 'crediting', 'review'] as const

const PendingLoad = z.object({
  id: Id,
  ref: z.string(),
  speed: LoadSpeed,
  reason: z.enum(pendingReasons),
  /** What the card gets; null in review, where it is not decided. */
  amount: Cents.nullable(),
  acceptedAt: Instant.nullable(),
  latestAt: Instant,
})

export const listPending = endpoint({
  method: 'GET',
  path: '/wallet/pending',
  summary:
    'What is on its way to my cards by the day it is released, and my shares by the run that pays them',
  who: 'signed-in',
  /** Zone of the reader; absent: the person's own. */
  input: z.object({ zone: TimeZone.optional() }),
  output: z.object({
    days: z.array(
      z.object({
        /** Day of the release in the reader's time zone; null: nobody can say yet. */
        day: CalendarDate.nullable(),
        amount: Cents,
        /** Days between the payment and the release that do not count. */
        skipped: z.array(z.object({ day: CalendarDate, why: z.enum(['weekend', 'holiday']) })),
        loads: z.array(PendingLoad),
      }),
    ),
    shares: z.array(
      z.object({
        /** The run that pays them out; null: their loads are not on a card yet. */
        runAt: Instant.nullable(),
        wallet: z.enum(['regular', 'immediate']),
        amount: Cents,
        count: z.number().int(),
      }),
    ),
  }),
  refusals: {},
})
