import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Id, Instant } from '../wire.ts'
import { sellerCodeStates } from './seller-codes.ts'

export const listOwnCodes = listEndpoint({
  path: '/own-codes',
  summary: 'My own seller codes, the last first',
  who: 'signed-in',
  row: z.object({
    id: Id,
    code: z.string(),
    /** Where people register with the code. */
    url: z.string(),
    state: z.enum(sellerCodeStates),
    uses: z.number().int(),
    maxUses: z.number().int().nullable(),
    validFrom: Instant,
    validTo: Instant.nullable(),
    createdAt: Instant,
  }),
  sorts: ['-createdAt'],
  csv: {},
})

export const readReferrals = endpoint({
  method: 'GET',
  path: '/referrals',
  summary: 'My referral code with its link, and how many people came with it',
  who: 'signed-in',
  output: z.object({
    code: z.string(),
    url: z.string(),
    /** Months after a registration in which I earn; 0: referrals earn nothing. */
    months: z.number().int(),
    /** People who came with it; 10,001 means more than 10,000. */
    people: z.number().int(),
  }),
  refusals: {},
})

export const listFriends = endpoint({
  method: 'GET',
  path: '/referrals/people',
  summary: 'People who came with my referral code, by their initials, the last first',
  who: 'signed-in',
  input: z.object({ before: Id.optional() }),
  output: z.object({
    items: z.array(
      z.object({
        initials: z.string(),
        joinedAt: Instant,
        /** I earn with loads that are quoted before this instant. */
        earnsUntil: Instant,
        /** False: they belong to a seller now, or their months are over. */
        earns: z.boolean(),
      }),
    ),
    /** The next page begins after this one; null: there is none. */
    next: Id.nullable(),
  }),
  refusals: {},
})
