import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PayoutAddress } from '../loads/load-resolutions.ts'
import { Id } from '../wire.ts'

const Params = z.object({ id: Id })

export const requestCoinRefund = endpoint({
  method: 'POST',
  path: '/coin-deposits/:id/refund-request',
  summary: 'Enter the address for the refund of a deposit of my company; two people approve it',
  who: 'deposits.view',
  effect: 'outside',
  stepUp: 'S2',
  idempotent: true,
  rate: 'money',
  params: Params,
  input: z.object({ address: PayoutAddress }),
  output: z.null(),
  refusals: {
    record_not_found: 404,
    permission_denied: 403,
    resolution_chosen: 409,
    resolution_not_possible: 409,
    /** Like a withdrawal, after a change of the credentials of whoever enters the address. */
    withdrawals_wait: 409,
    validation: 422,
    rate_unavailable: 503,
  },
})

export const withdrawCoinRefund = endpoint({
  method: 'DELETE',
  path: '/coin-deposits/:id/refund-request',
  summary:
    'Withdraw the request for a refund of a deposit; an administrator, where its company cannot any more',
  who: 'deposits.view',
  params: Params,
  output: z.null(),
  refusals: { record_not_found: 404, permission_denied: 403 },
})
