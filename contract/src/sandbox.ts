import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './wire.ts'

/** Controls that exist in sandbox mode only; a production start does not mount them (trust). */

const Hours = z
  .number()
  .int()
  .min(1)
  .max(24 * 31)

export const readSandbox = endpoint({
  method: 'GET',
  path: '/sandbox',
  summary: 'Business time of the sandbox and where its tools are',
  who: 'public',
  output: z.object({
    now: Instant,
    aheadMs: z.number(),
    mailboxUrl: z.url().nullable(),
    shopUrl: z.url().nullable(),
    walletUrl: z.url().nullable(),
  }),
  refusals: {},
})

export const advanceClock = endpoint({
  method: 'POST',
  path: '/sandbox/clock',
  summary: 'Move business time on, and run everything that becomes due, in order',
  who: 'public',
  effect: 'outside',
  input: z.object({ hours: Hours, business: z.boolean().default(false) }),
  output: z.object({ now: Instant, jobsRun: z.number().int() }),
  refusals: {},
})
