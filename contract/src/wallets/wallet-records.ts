import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Cents, SignedCents } from '../money.ts'
import { CalendarDate, Id, Instant } from '../wire.ts'

/** The two wallets of every company, seller and cardholder who earns shares (domain §3). */
export const walletTypes = ['regular', 'immediate'] as const
export type WalletType = (typeof walletTypes)[number]
export const walletOwnerKinds = ['company', 'seller', 'cardholder'] as const

/** The parts of a wallet's balance. An allowance lets `available` go below zero. */
export const Buckets = z.object({ available: SignedCents, pending: Cents, reserved: Cents })
export type Buckets = z.output<typeof Buckets>

/** Null: shares of another level, which only their owner and the operator's staff see (domain §13.9). */
export const PendingCents = Cents.nullable()

const WalletRow = z.object({
  id: Id,
  ownerId: Id,
  ownerKind: z.enum(walletOwnerKinds),
  ownerName: z.string(),
  companyId: Id,
  companyName: z.string(),
  tier: z.number().int(),
  wallet: z.enum(walletTypes),
  available: SignedCents,
  pending: PendingCents,
  reserved: Cents,
  openedAt: Instant,
})

export const listWallets = listEndpoint({
  path: '/wallets',
  summary:
    'Wallets of the companies in scope and of their people, newest first; searched by the name of a company, and by three letters of a name or e-mail',
  who: 'wallets.view',
  row: WalletRow,
  sorts: ['-openedAt', 'openedAt'],
  filters: {
    ownerKind: z.enum(walletOwnerKinds).optional(),
    wallet: z.enum(walletTypes).optional(),
    tier: z.enum(['1', '2', '3', '4']).optional(),
    companyId: Id.optional(),
  },
  search: true,
  byId: true,
  tabs: {
    company: { ownerKind: 'company' },
    seller: { ownerKind: 'seller' },
    cardholder: { ownerKind: 'cardholder' },
  },
  csv: { tag: 'transactions.export', stepUp: 'S1' },
})

/**
 * Why money is pending until a date. `hold`: 48 business hours after its load or top-up. `run`: it is due, and the next
 * daily run pays it. `break`: it is due, and waits for the end of an open break. `settlement`: a settlement that is not paid has it. `credit`: its load is not on a card yet, or the wire
 * of its top-up on no statement. `topup`: a top-up of the owner until its run. `wire`: the same, whose wire is on no bank
 * statement yet, so its run is the earliest. `other`: the date is not known.
 */
export const walletPendingReasons = [
  'hold',
  'run',
  'break',
  'settlement',
  'credit',
  'topup',
  'wire',
  'other',
] as const

export const PendingPart = z.object({
  wallet: z.enum(walletTypes),
  /** The daily run that makes it available; null: not known yet. */
  runAt: Instant.nullable(),
  reason: z.enum(walletPendingReasons),
  amount: Cents,
  /** The settlement that pays it; null: none is drawn up yet. */
  settlement: z.object({ id: Id, ref: z.string(), status: z.enum(['draft', 'approved']) }).nullable(),
  /** The number of shares in it, or of top-ups. */
  count: z.number().int(),
  /** Acceptance of its first share. */
  since: Instant.nullable(),
  /** UTC days between acceptance and run that are not business days. */
  skipped: z.array(z.object({ day: CalendarDate, why: z.enum(['weekend', 'holiday']) })),
})
export type PendingPart = z.output<typeof PendingPart>

const OwnedWallet = Buckets.extend({
  wallet: z.enum(walletTypes),
  /** How far below zero `available` may go; the company above guarantees it (domain §3). */
  allowance: Cents,
  /** Null: no money was ever in it. */
  openedAt: Instant.nullable(),
})

const OwnedWallets = z.object({
  wallets: z.array(OwnedWallet),
  /** Shares to be recovered; the next settlements recover them (domain §8). */
  owed: Cents,
  /** Pending money of both wallets, by the run that pays it. It adds up to the pending balances. */
  pending: z.array(PendingPart),
})

export const getWallets = endpoint({
  method: 'GET',
  path: '/wallets/:id',
  summary:
    'Both wallets of a company or person in scope: balances, and pending money by its day of release, of another level its deposits alone',
  who: 'wallets.view',
  params: z.object({ id: Id }),
  output: OwnedWallets.extend({
    wallets: z.array(OwnedWallet.extend({ pending: PendingCents })),
    owed: PendingCents,
    owner: z.object({
      id: Id,
      kind: z.enum(walletOwnerKinds),
      name: z.string(),
      email: z.string().nullable(),
      companyId: Id,
      companyName: z.string(),
      tier: z.number().int(),
    }),
  }),
  refusals: { record_not_found: 404 },
})

export const getOwnWallets = endpoint({
  method: 'GET',
  path: '/wallet/balances',
  summary: 'Both of my wallets: balances, and pending money by its day of release',
  who: 'signed-in',
  output: OwnedWallets,
  refusals: {},
})
