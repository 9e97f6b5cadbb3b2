import { z } from 'zod'
import { listEndpoint } from '../list.ts'
import { Cents } from '../money.ts'
import { Id, Instant } from '../wire.ts'
import { LoadSpeed } from './load-offer.ts'

/** A transfer on the chain to the address of one of the person's loads. */
export const Deposit = z.object({
  id: Id,
  load: z.object({
    id: Id,
    ref: z.string(),
    status: z.string(),
    exception: z.string().nullable(),
    speed: LoadSpeed,
  }),
  txHash: z.string(),
  network: z.string(),
  /** Amount in the token contract's decimals. */
  amount: z.string(),
  /** Symbol, or the token contract's address when the token is not listed. */
  asset: z.string(),
  status: z.enum(['seen', 'final', 'gone', 'unlisted']),
  at: Instant,
  /** Only for the deposit that completed a load: pending money before it and after it. */
  pending: z.object({ before: Cents, after: Cents }).nullable(),
})
export type Deposit = z.output<typeof Deposit>

export const listDeposits = listEndpoint({
  path: '/wallet/deposits',
  summary: 'Transfers on the chain to my loads, newest first',
  who: 'signed-in',
  row: Deposit,
  sorts: ['-at'],
  csv: {},
})
