import { z } from 'zod'
import { listEndpoint } from '../list.ts'
import { Cents } from '../money.ts'
import { Id, Instant } from '../wire.ts'

/** Whose code a person came with: a referral code counts only for people without a seller code. */
export const referrers = ['seller_one', 'seller_two', 'referrer'] as const

const ReferredPersonRow = z.object({
  id: Id,
  name: z.string(),
  companyId: Id,
  companyName: z.string(),
  by: z.enum(referrers),
  /** Seller or referrer; null: not visible to the reader. */
  referredById: Id.nullable(),
  referredByName: z.string().nullable(),
  /** The seller code of the person; null: a referral code. */
  code: z.string().nullable(),
  /**
   * What whoever earns with them directly has earned from their loads, without what was recovered; null: the money of
   * another level than the reader's.
   */
  earned: Cents.nullable(),
  /** The referrer earns with loads that are quoted before this instant; null: there is no end. */
  earnsUntil: Instant.nullable(),
  /** People who came with this person's own referral code and have no seller; null: the reader is a seller. */
  referrals: z.number().int().nullable(),
  createdAt: Instant,
})

export const listReferredPeople = listEndpoint({
  path: '/referred-people',
  summary: 'People who came with a seller or referral code, as far as you may see them',
  who: 'referrals.view',
  row: ReferredPersonRow,
  sorts: ['-createdAt', 'createdAt'],
  filters: {
    by: z.enum(referrers).optional(),
    companyId: Id.optional(),
    /** The seller or referrer who earns with them directly. */
    referredById: Id.optional(),
    codeId: Id.optional(),
  },
  days: 'createdAt',
  tabs: {
    seller_one: { by: 'seller_one' },
    seller_two: { by: 'seller_two' },
    referrer: { by: 'referrer' },
  },
  search: true,
  byId: true,
  csv: { tag: 'users.export', stepUp: 'S2' },
})
