import { z } from 'zod'
import { Cents } from '../money.ts'
import { WalletType } from '../wallets/wallet-money.ts'
import { Id, Instant } from '../wire.ts'

/** Requests that have no record yet: `awaiting_check` until a second person decides, the others never get one. */
export const moneyRequestStatuses = ['awaiting_check', 'rejected', 'withdrawn', 'expired', 'failed'] as const

/** The filters of a list of such requests. */
export const moneyRequestFilters = {
  status: z.enum(moneyRequestStatuses).optional(),
  /** `yours`: those that the reader requested. */
  side: z.enum(['others', 'yours']).optional(),
}

/** Tabs of the page of such a list. */
export const moneyRequestTabs = {
  awaiting_check: { status: 'awaiting_check' },
  rejected: { status: 'rejected' },
  yours: { side: 'yours' },
} as const

/** A requested change of money: who requested it, who decided, when and why. */
export const MoneyRequestRow = z.object({
  /** Of the request, and of the record if it is approved. */
  id: Id,
  status: z.enum(moneyRequestStatuses),
  /** Null where the request does not say it, such as those of earlier versions. */
  wallet: WalletType.nullable(),
  total: Cents.nullable(),
  fee: Cents.nullable(),
  /** Null for those who may not open the request, as its note. */
  reason: z.string().nullable(),
  /** Empty for a person out of the reader's scope. */
  requestedByName: z.string(),
  requestedAt: Instant,
  /** Until when a second person can decide. */
  expiresAt: Instant,
  /** Who rejected it, or tried to approve it. */
  decidedByName: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** Why it was rejected. */
  note: z.string().nullable(),
  /** Whether the reader may open the request itself. */
  canOpen: z.boolean(),
})
