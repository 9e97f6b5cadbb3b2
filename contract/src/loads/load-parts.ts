import { z } from 'zod'
import { ApprovalReason } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { Cents } from '../money.ts'
import { Id, Instant } from '../wire.ts'
import { CryptoText } from './load-refund.ts'

/** What is undone or reversed: all that is left of a load, or a part of its gross. */
export const UndoneAmount = z.object({ gross: Cents.optional(), reason: ApprovalReason })

/** More than is left, too little to go back, or a load that was paid in several coins. */
export const dividing = { invalid_amount: 409, resolution_not_possible: 409 } as const

/** A part of a load that was undone or reversed. Its money is a load of its own. */
export const LoadPart = z.object({
  kind: z.enum(['undone', 'reversed']),
  gross: Cents,
  net: Cents,
  at: Instant,
  loadId: Id,
  ref: z.string(),
})

/** The load that a load is a part of, and what was done to that part. */
export const PartOf = LoadPart.pick({ kind: true, ref: true }).extend({ id: Id })

const Figures = z.object({ gross: Cents, fee: Cents, net: Cents })

export const previewLoadPart = endpoint({
  method: 'GET',
  path: '/company-loads/:id/part',
  summary: 'What goes back when a part of a load is undone or reversed, and what it does to each share',
  who: 'loads.refund',
  effect: 'outside',
  rate: 'read',
  params: z.object({ id: Id }),
  input: z.object({ gross: Cents }),
  output: z.object({
    back: Figures.extend({ amount: CryptoText, asset: z.string() }),
    left: Figures,
    /** The shares that the reader may see: of other levels none (domain §13.9). */
    shares: z.array(
      z.object({
        id: Id,
        /** Empty for a person whom the reader does not see. */
        ownerName: z.string(),
        level: z.number().int(),
        before: Cents,
        after: Cents,
        /** A settlement has paid it or will: its owner owes the part. */
        isOwed: z.boolean(),
      }),
    ),
  }),
  refusals: {
    record_not_found: 404,
    permission_denied: 403,
    invalid_amount: 409,
    /** It was paid in several coins, or it cannot be undone now. */
    resolution_not_possible: 409,
  },
})
