import { z } from 'zod'
import { listEndpoint } from '../list.ts'
import { Cents } from '../money.ts'
import { Id, Instant } from '../wire.ts'
import { sellerKinds } from './seller-codes.ts'

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
   * What whoever earns with them directly has earned from their loads, without what was taken back; null: the money of
   * another level than the reader's.
   */
  earned: Cents.nullable(),
  /** The referrer earns with loads that are quoted before this instant; null: there is no end. */
  earnsUntil: Instant.nullable(),
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
  csv: {},
})

const SellerRow = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(sellerKinds),
  companyId: Id,
  companyName: z.string(),
  active: z.boolean(),
  /** The seller one of a seller two; null: there is none, or not visible to the reader. */
  recruitedById: Id.nullable(),
  recruitedByName: z.string().nullable(),
  codes: z.number().int(),
  /** Sellers two whom this seller one recruited. */
  sellersTwo: z.number().int(),
  /** People who came with the seller's own codes; null for a seller one, who does not see them. */
  people: z.number().int().nullable(),
  createdAt: Instant,
})

export const listSellers = listEndpoint({
  path: '/sellers',
  summary: 'Sellers of the companies that you may see, with their codes, sellers two and people',
  who: 'sellers.view',
  row: SellerRow,
  sorts: ['name', '-name', '-createdAt', 'createdAt'],
  filters: {
    kind: z.enum(sellerKinds).optional(),
    companyId: Id.optional(),
    recruitedById: Id.optional(),
    /** Sellers whom nobody recruited. */
    top: z.enum(['true', 'false']).optional(),
  },
  search: true,
  byId: true,
})
