import { z } from 'zod'
import { listEndpoint } from '../list.ts'
import { Id, Instant } from '../wire.ts'
import { sellerKinds } from './seller-codes.ts'

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
  csv: { tag: 'users.export', stepUp: 'S2' },
})
