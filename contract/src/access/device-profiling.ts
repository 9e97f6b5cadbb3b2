import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../wire.ts'

/**
 * Version of the text that a person agrees to (api §10). A consent to another text counts no more:
 * change it whenever the text changes its meaning.
 */
export const profilingTextVersion = '2026-11.2'

const Profiling = z.object({
  /** Whether the company uses it now. */
  offered: z.boolean(),
  /** Who looks at the device, as people know it. */
  service: z.string(),
  /** The text to agree to. */
  textVersion: z.string(),
  /** What holds: given to the present text, and not withdrawn. */
  consented: z.boolean(),
  /** When the person last gave or withdrew it; null: never asked. */
  decidedAt: Instant.nullable(),
})

export const getDeviceProfiling = endpoint({
  method: 'GET',
  path: '/device-profiling',
  summary: 'Whether my company has devices looked at, and whether I agreed to it',
  who: 'signed-in',
  output: Profiling,
  refusals: {},
})

export const grantProfilingConsent = endpoint({
  method: 'POST',
  path: '/device-profiling/consent',
  summary: 'Agree that my devices are looked at after a login',
  who: 'signed-in',
  input: z.object({ textVersion: z.string().max(20) }),
  output: Profiling,
  refusals: {
    /** The company does not use it. */
    profiling_not_offered: 409,
    /** The text is another by now. */
    record_changed: 409,
  },
})

export const withdrawProfilingConsent = endpoint({
  method: 'POST',
  path: '/device-profiling/withdrawal',
  summary: 'Withdraw it: nothing is looked at any more, and this browser forgets its id',
  who: 'signed-in',
  output: Profiling,
  refusals: {},
})
