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

/** Why a payment is not sent yet, or was not paid. */
export const payoutReasons = [
  'no_funds',
  'no_gas',
  'signer_silent',
  'signer_refused',
  'chain_silent',
  'transfer_refused',
  'not_booked',
  'screening_waits',
  'screened_out',
  'withdrawn',
  'reverted',
  'replaced',
] as const

/** The payment of one coin of a refund, for the staff. */
export const RefundPayment = z.object({
  asset: z.string(),
  amount: CryptoText,
  step: z.enum(['approved', 'sending', 'unknown', 'done', 'failed']),
  /** One of `payoutReasons`; a newer server may know more. */
  reason: z.string().nullable(),
  /** Transactions that were signed for it, each with its own nonce. */
  attempts: z.number().int(),
  /** Until then it waits for its next attempt. */
  nextAt: Instant.nullable(),
  txHash: z.string().nullable(),
})
