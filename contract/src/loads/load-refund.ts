import { z } from 'zod'
import { Instant } from '../wire.ts'

export const CryptoText = z.string().regex(/^\d+(\.\d+)?$/)

/** A refund of a load, as its page shows it. */
export const LoadRefund = z.object({
  address: z.string(),
  requestedAt: Instant,
  amounts: z.array(z.object({ amount: CryptoText, asset: z.string() })),
  /** `queued`: two people have approved it, and it waits to be sent. `failed`: nothing was paid; the payer chooses again. */
  status: z.enum(['requested', 'queued', 'sending', 'paid', 'failed']),
  /** False once two people have approved it. */
  canWithdraw: z.boolean(),
  endedAt: Instant.nullable(),
  /** One payment for each coin, once two people have approved it. */
  payments: z.array(
    z.object({
      asset: z.string(),
      step: z.enum(['approved', 'sending', 'unknown', 'done', 'failed']),
      txHash: z.string().nullable(),
      sentAt: Instant.nullable(),
    }),
  ),
})
