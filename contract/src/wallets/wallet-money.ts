import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cents, SignedCents } from '../money.ts'
import { Id, typedText } from '../wire.ts'

/** Wallets of a holder (domain §3): cheap and delayed, or dear and at once. */
export const walletTypes = ['regular', 'immediate'] as const
export const WalletType = z.enum(walletTypes)

export const holderKinds = ['company', 'person'] as const

/** Who has wallets: a company, or a person who sells or earns shares. */
export const WalletHolder = z.object({
  id: Id,
  kind: z.enum(holderKinds),
  name: z.string(),
  /** Null for a company. */
  email: z.string().nullable(),
  companyId: Id,
  companyName: z.string(),
})

/** A wallet as an operation would change it. */
export const WalletChange = z.object({
  holder: WalletHolder,
  wallet: WalletType,
  before: SignedCents,
  after: SignedCents,
  /** Null: shares of another level (domain §13.9). */
  pending: Cents.nullable(),
  reserved: Cents,
  /** How far below zero the wallet may go. */
  allowance: Cents,
})

/** One leg of a journal, with its account in the chart; `holder` is null for the operator's own accounts. */
export const JournalLeg = z.object({
  account: z.string(),
  holder: z.string().nullable(),
  side: z.enum(['debit', 'credit']),
  amount: Cents,
})

/** Limits of an operation (domain §3); `leftToday` is the rest of the daily limit. */
export const AmountLimits = z.object({ minimum: Cents, maximum: Cents, leftToday: Cents })

/**
 * `data` of `invalid_amount`, where an amount is outside of the limits: which one refuses it. Amounts are texts, as in every
 * answer; `amount` is what was compared, a total with its fee.
 */
export type LimitHit = {
  readonly why: 'below_minimum' | 'over_maximum' | 'over_daily'
  readonly amount: string
  readonly minimum: string
  readonly maximum: string
  readonly leftToday: string
}

export const findWalletHolders = endpoint({
  method: 'GET',
  path: '/wallet-holders',
  summary: 'Companies and people with wallets, by a part of the name or the e-mail; at most 20',
  who: 'wallets.view',
  input: z.object({ q: typedText({ min: 3, max: 100 }) }),
  output: z.array(WalletHolder.extend({ regular: SignedCents, immediate: SignedCents })),
  refusals: {
    /** The text is a whole e-mail, and nobody in scope has it. */
    email_not_found: 404,
  },
})

export const getWalletHolder = endpoint({
  method: 'GET',
  path: '/wallet-holders/:id',
  summary: 'One company or person with wallets, for a link to a form',
  who: 'wallets.view',
  params: z.object({ id: Id }),
  output: WalletHolder.extend({ regular: SignedCents, immediate: SignedCents }),
  refusals: { record_not_found: 404 },
})
