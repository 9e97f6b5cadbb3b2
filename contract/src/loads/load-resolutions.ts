import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cents } from '../money.ts'
import { Id } from '../wire.ts'

const resolving = {
  record_not_found: 404,
  /** The resolution was chosen before, here or in another tab. */
  resolution_chosen: 409,
  /** A limit forbids this resolution, or the amount is too small for it. */
  resolution_not_possible: 409,
} as const

/** Address on the network of the payment. */
export const PayoutAddress = z
  .string()
  .trim()
  .regex(/^0x[0-9a-fA-F]{40}$/, { error: 'address_invalid' })

export const creditLoad = endpoint({
  method: 'POST',
  path: '/loads/:id/credit',
  summary: 'Load the amount that arrived when it differs from the quote',
  who: 'signed-in',
  effect: 'money',
  idempotent: true,
  rate: 'money',
  params: z.object({ id: Id }),
  /** The net amount that the payer saw; the card is never credited with less. */
  input: z.object({ net: Cents }),
  output: z.null(),
  refusals: {
    ...resolving,
    /** The rate changed, and the page shows the new amount. */
    amount_changed: 409,
    kyc_required: 409,
    rate_unavailable: 503,
  },
})

export const requestRefund = endpoint({
  method: 'POST',
  path: '/loads/:id/refund',
  summary: 'Request a refund of a payment that differs from the quote; a person sends it',
  who: 'signed-in',
  whileTermsDue: true,
  effect: 'outside',
  stepUp: 'S2',
  idempotent: true,
  rate: 'money',
  params: z.object({ id: Id }),
  input: z.object({ address: PayoutAddress }),
  output: z.null(),
  refusals: { ...resolving, validation: 422, rate_unavailable: 503 },
})

export const withdrawRefundRequest = endpoint({
  method: 'DELETE',
  path: '/loads/:id/refund',
  summary: 'Withdraw the request for a refund before it is sent',
  who: 'signed-in',
  params: z.object({ id: Id }),
  output: z.null(),
  refusals: { record_not_found: 404 },
})
