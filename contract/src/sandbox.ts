import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './wire.ts'

/** Controls of sandbox mode; production does not mount them (security §4). */

const Hours = z
  .number()
  .int()
  .min(1)
  .max(24 * 31)

export const readSandbox = endpoint({
  method: 'GET',
  path: '/sandbox',
  summary: 'Business time of the sandbox and the addresses of its tools',
  who: 'public',
  output: z.object({
    now: Instant,
    aheadMs: z.number(),
    mailboxUrl: z.url().nullable(),
    shopUrl: z.url().nullable(),
    phoneUrl: z.url().nullable(),
    walletUrl: z.url().nullable(),
  }),
  refusals: {},
})

export const advanceClock = endpoint({
  method: 'POST',
  path: '/sandbox/clock',
  summary: 'Advance business time, and run all jobs that become due, in order',
  who: 'public',
  effect: 'outside',
  input: z.object({ hours: Hours, business: z.boolean().default(false) }),
  output: z.object({ now: Instant, jobsRun: z.number().int() }),
  refusals: {},
})

/** Payments that the sandbox panel can send to a load's address: real transfers of the demo wallet. */
export const sandboxPayments = ['exact', 'rest', 'less', 'more', 'late', 'other_asset', 'unlisted'] as const

export const payInSandbox = endpoint({
  method: 'POST',
  path: '/sandbox/loads/:id/pay',
  summary:
    'Pay a load from the demo wallet: the exact amount, too little, too much, late, or with another token',
  who: 'signed-in',
  effect: 'outside',
  params: z.object({ id: Id }),
  input: z.object({ payment: z.enum(sandboxPayments) }),
  output: z.object({ txHash: z.string(), asset: z.string(), amount: z.string() }),
  refusals: { record_not_found: 404 },
})

export const removeDemoData = endpoint({
  method: 'POST',
  path: '/sandbox/demo/remove',
  summary: 'Remove the demo data; accounts with money in the ledger are deactivated and listed instead',
  who: 'public',
  effect: 'outside',
  output: z.object({
    removed: z.number().int(),
    retained: z.array(z.object({ kind: z.string(), id: Id, why: z.string() })),
  }),
  refusals: {},
})

/**
 * Decisions that the sandbox can request from the embedded verification service, about the person's own
 * check.
 */
export const sandboxDecisions = ['approved', 'declined', 'resubmission_requested', 'review'] as const

export const decideKycInSandbox = endpoint({
  method: 'POST',
  path: '/sandbox/kyc/decide',
  summary: 'Let the verification service decide my open check',
  who: 'signed-in',
  effect: 'outside',
  input: z.object({ decision: z.enum(sandboxDecisions) }),
  output: z.null(),
  refusals: { record_not_found: 404 },
})

/** Card payments that the drawer offers. */
export const sandboxSwipes = ['coffee', 'groceries', 'foreign', 'cash', 'declined'] as const

export const swipeInSandbox = endpoint({
  method: 'POST',
  path: '/sandbox/cards/:id/swipe',
  summary: 'Pay with my card at a shop that does not exist',
  who: 'signed-in',
  effect: 'outside',
  params: z.object({ id: Id }),
  input: z.object({ swipe: z.enum(sandboxSwipes) }),
  output: z.object({ merchant: z.string(), amount: z.string(), currency: z.string(), declined: z.boolean() }),
  refusals: { record_not_found: 404, card_invalid: 409 },
})

/** Outside services whose outage the sandbox can simulate. */
export const sandboxServices = ['kyc', 'issuer', 'chain'] as const
export type SandboxService = (typeof sandboxServices)[number]

const Outages = z.object({ down: z.array(z.enum(sandboxServices)) })

export const readOutages = endpoint({
  method: 'GET',
  path: '/sandbox/outages',
  summary: 'Embedded services with a simulated outage',
  who: 'public',
  effect: 'outside',
  output: Outages,
  refusals: {},
})

export const setOutage = endpoint({
  method: 'POST',
  path: '/sandbox/outages',
  summary: 'Start or end a simulated outage of an embedded service',
  who: 'public',
  effect: 'outside',
  input: z.object({ service: z.enum(sandboxServices), down: z.boolean() }),
  output: Outages,
  refusals: {},
})

const onePersonBecause = 'it plays the venue and the bank of the sandbox, and books nothing'

export const sendToVenueInSandbox = endpoint({
  method: 'POST',
  path: '/sandbox/treasury/venue',
  summary: 'Send 1,000 coins from the treasury wallet to the venue, as the owner of the treasury would',
  who: 'treasury.move',
  effect: 'outside',
  onePersonBecause,
  input: z.object({ asset: z.string().max(20) }),
  output: z.object({ asset: z.string(), amount: z.string() }),
  refusals: { record_not_found: 404, not_enough_money: 409 },
})

export const deliverWireInSandbox = endpoint({
  method: 'POST',
  path: '/sandbox/treasury/wires/:id/deliver',
  summary: 'Let what is left of a wire arrive at the card issuer, as the bank would',
  who: 'treasury.move',
  effect: 'outside',
  onePersonBecause,
  params: z.object({ id: Id }),
  output: z.null(),
  refusals: { funding_not_open: 409 },
})
