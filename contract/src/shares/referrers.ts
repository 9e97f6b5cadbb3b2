import { z } from 'zod'
import { listEndpoint } from '../list.ts'
import { Cents } from '../money.ts'
import { Id, Instant } from '../wire.ts'

const ReferrerRow = z.object({
  id: Id,
  name: z.string(),
  companyId: Id,
  companyName: z.string(),
  /** Their referral code, which is permanent. */
  code: z.string(),
  active: z.boolean(),
  /** People who came with the code and have no seller, as far as the reader sees them; null: the reader is a seller. */
  people: z.number().int().nullable(),
  /** What the code has earned, without what was recovered; null: the money of another level than the reader's. */
  earned: Cents.nullable(),
  createdAt: Instant,
})

export const listReferrers = listEndpoint({
  path: '/referrers',
  summary:
    'People whose referral code was used, with who came and what it earned, as far as you may see them',
  who: 'referrals.view',
  row: ReferrerRow,
  sorts: ['name', '-name', '-createdAt', 'createdAt'],
  filters: {
    companyId: Id.optional(),
    /** Those who did not come with a referral code themselves. */
    top: z.enum(['true']).optional(),
  },
  search: true,
  byId: true,
  csv: { tag: 'users.export', stepUp: 'S2' },
})
