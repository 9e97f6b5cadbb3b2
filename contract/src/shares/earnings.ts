import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Cents } from '../money.ts'
import { Id, Instant, TimeZone } from '../wire.ts'
import { ShareBasis } from './share-basis.ts'

/**
 * What a share is now (domain §15). `pending`: it is not due yet. `due`: the next settlement pays it. `stopped`: it is due,
 * and settlements leave it out until the end of an open break. `settled`: it was paid. `owed`: it was paid and reversed
 * since, and the next settlements recover it. `undone`: its load was refunded or reversed.
 */
export const shareStates = ['pending', 'due', 'stopped', 'settled', 'owed', 'undone'] as const

const EarningRow = z.object({
  id: Id,
  /** The person who loaded; only initials where the reader does not see the person. */
  personName: z.string(),
  /** The seller code that the person had when the load was quoted; null: the referral code. */
  codeId: Id.nullable(),
  code: z.string().nullable(),
  /** What it is a share of, with the reference that people see of it. */
  source: z.enum(['load', 'topup']),
  ref: z.string().nullable(),
  /** Null: it was not recorded. */
  basis: ShareBasis.nullable(),
  /** As it was computed, before anything of it was recovered. */
  earned: Cents,
  /** The settlement that has it; null: it is in none yet. */
  settlement: z.object({ id: Id, ref: z.string() }).nullable(),
  wallet: z.enum(['regular', 'immediate']),
  state: z.enum(shareStates),
  /** The reader's own share, without what was recovered. */
  amount: Cents,
  /** What was recovered of it, because the load was refunded or reversed. */
  returned: Cents,
  /** What of it was paid and reversed since, and is not recovered yet. */
  owed: Cents,
  acceptedAt: Instant,
  /** Null: the card of the person is not loaded yet. */
  dueAt: Instant.nullable(),
})

export const listEarnings = listEndpoint({
  path: '/earnings',
  summary: 'My own shares of the loads of people who came with my codes, the last first',
  who: 'signed-in',
  row: EarningRow,
  sorts: ['-acceptedAt', 'acceptedAt'],
  filters: { state: z.enum(shareStates).optional(), codeId: Id.optional(), personId: Id.optional() },
  days: 'acceptedAt',
  tabs: {
    pending: { state: 'pending' },
    due: { state: 'due' },
    stopped: { state: 'stopped' },
    settled: { state: 'settled' },
    owed: { state: 'owed' },
    undone: { state: 'undone' },
  },
  csv: {},
})

const Sums = z.object({
  /** Not due yet. */
  pending: Cents,
  /** The next settlement pays it. */
  due: Cents,
  /** Due, and left out until the end of an open break. */
  stopped: Cents,
  /** Paid, less what was reversed since. */
  settled: Cents,
  /** All of these together. */
  total: Cents,
  /** Paid and reversed since: the next settlements recover it. */
  owed: Cents,
  shares: z.number().int(),
})

export const readEarnings = endpoint({
  method: 'GET',
  path: '/earnings/summary',
  summary: 'What I earned, by code and by month',
  who: 'signed-in',
  /** Reader's time zone; absent: the person's own. */
  input: z.object({ zone: TimeZone.optional() }),
  output: Sums.extend({
    codes: z.array(
      Sums.extend({
        /** Null: my referral code. */
        codeId: Id.nullable(),
        code: z.string().nullable(),
      }),
    ),
    /** The last twelve months with shares, the last first. */
    months: z.array(Sums.extend({ month: z.string() })),
  }),
  refusals: {},
})

export const readCodeEarnings = endpoint({
  method: 'GET',
  path: '/seller-codes/:id/earnings',
  summary: 'What the owners of a code earned with it, as far as you may see their shares',
  who: 'sellers.view',
  params: z.object({ id: Id }),
  output: z.object({
    /** Whether these are all who earned with it; shares of another level are not shown (domain §13.9). */
    isComplete: z.boolean(),
    earners: z.array(Sums.extend({ ownerId: Id, ownerName: z.string() })),
  }),
  refusals: { record_not_found: 404 },
})
