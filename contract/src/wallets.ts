import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LoadSpeed } from './loads/load-offer.ts'
import { Cents, SignedCents } from './money.ts'
import { PendingPart } from './wallets/wallet-records.ts'
import { CalendarDate, Id, Instant, TimeZone } from './wire.ts'

const WalletMoney = z.object({ available: SignedCents, pending: Cents })

const Wallet = z.object({
  /** Totals of all cards: settled balance, held amount, available amount. */
  card: z.object({ balance: SignedCents, held: Cents, available: SignedCents }),
  /** Paid loads that are not on a card yet, without fees. */
  pending: z.object({ amount: Cents, loads: z.number().int() }),
  /** Null when this person earns no shares and so has no wallets (domain §14). */
  earnings: z.object({ regular: WalletMoney, immediate: WalletMoney }).nullable(),
})

export const readWallet = endpoint({
  method: 'GET',
  path: '/wallet',
  summary: 'Money on my cards and pending for them; also both wallets of people who earn shares',
  who: 'signed-in',
  output: Wallet,
  refusals: {},
})

export const getUserWallet = endpoint({
  method: 'GET',
  path: '/users/:id/wallet',
  summary: 'The same of a cardholder or seller in scope',
  who: 'wallets.view',
  params: z.object({ id: Id }),
  output: Wallet,
  refusals: { record_not_found: 404 },
})

/**
 * Why a load is pending. `rule`: the waiting time of its speed. `release`: the next hourly release. `float`:
 * the operator's balance at the issuer is too small. `crediting`: the issuer is crediting the card. `review`:
 * a person must decide.
 */
export const pendingReasons = ['rule', 'release', 'float', 'crediting', 'review'] as const

const PendingLoad = z.object({
  id: Id,
  ref: z.string(),
  speed: LoadSpeed,
  reason: z.enum(pendingReasons),
  /** Amount for the card; null in review, because it is not decided yet. */
  amount: Cents.nullable(),
  acceptedAt: Instant.nullable(),
  latestAt: Instant,
})

export const listPending = endpoint({
  method: 'GET',
  path: '/wallet/pending',
  summary:
    'Pending loads by the day of their release, and pending money of my wallets by the run that pays it',
  who: 'signed-in',
  /** Reader's time zone; absent: the person's own. */
  input: z.object({ zone: TimeZone.optional() }),
  output: z.object({
    days: z.array(
      z.object({
        /** Day of the release in the reader's time zone; null: not known yet. */
        day: CalendarDate.nullable(),
        amount: Cents,
        /** Days between payment and release that are not business days. */
        skipped: z.array(z.object({ day: CalendarDate, why: z.enum(['weekend', 'holiday']) })),
        loads: z.array(PendingLoad),
      }),
    ),
    /** Pending money of my wallets, the same as in `GET /wallet/balances`. */
    wallets: z.array(PendingPart),
  }),
  refusals: {},
})
