import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SignedCents } from '../money.ts'
import { Id, Instant } from '../wire.ts'

/** `sending`: not sent yet. `unanswered`: the answer is lost. `unconfirmed`: answered, and no read shows it yet. */
export const adjustmentCallStates = ['sending', 'unanswered', 'unconfirmed', 'review', 'ended'] as const

export const readCardAdjustmentCall = endpoint({
  method: 'GET',
  path: '/card-adjustments/:id/call',
  summary: 'What is known of the call that adjusts a card at the card issuer, and when it is read back next',
  who: 'wallets.adjust',
  params: z.object({ id: Id }),
  output: z.object({
    state: z.enum(adjustmentCallStates),
    /** How often it was sent: at most once, unless two people decided to send it again. */
    attempts: z.number().int(),
    sentAt: Instant.nullable(),
    /** Since when reads have found nothing of it. */
    absentSince: Instant.nullable(),
    /** When it is read back or sent next; null: it has ended. */
    nextAt: Instant.nullable(),
    /** Why two people have to decide. */
    reviewReason: z.enum(['foreign_row', 'undecided', 'absent_again', 'row_missing']).nullable(),
    reviewAt: Instant.nullable(),
    /** Changes of the card at the issuer that nothing explains. */
    rows: z.array(z.object({ id: z.string(), type: z.string(), amount: SignedCents })),
  }),
  refusals: { record_not_found: 404 },
})

export const readBackCardAdjustment = endpoint({
  method: 'POST',
  path: '/card-adjustments/:id/read-back',
  onePersonBecause: 'it reads an outcome and sends nothing',
  summary: 'Read the outcome of an adjustment of a card back at the card issuer now; nothing is sent again',
  who: 'wallets.adjust',
  params: z.object({ id: Id }),
  output: z.object({ id: Id }),
  refusals: {
    record_not_found: 404,
    /** It has ended, or it was not sent yet. */
    nothing_to_read_back: 409,
  },
})
