import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../wire.ts'

/**
 * Version of the text that a person agrees to (api §10). Consent to an older version does not count: change
 * the version whenever the meaning of the text changes.
 */
export const profilingTextVersion = '2026-11.2'

const Profiling = z.object({
  /** True while the company uses device profiling. */
  offered: z.boolean(),
  /** Name of the profiling service that the person sees. */
  service: z.string(),
  /** Version of the text to agree to. */
  textVersion: z.string(),
  /** True when the person consented to the present text and has not withdrawn the consent. */
  consented: z.boolean(),
  /** When the person last granted or withdrew consent; null: never decided. */
  decidedAt: Instant.nullable(),
})

export const getDeviceProfiling = endpoint({
  method: 'GET',
  path: '/device-profiling',
  summary: 'Whether my company uses device profiling, and whether I agreed to it',
  who: 'signed-in',
  output: Profiling,
  refusals: {},
})

export const grantProfilingConsent = endpoint({
  method: 'POST',
  path: '/device-profiling/consent',
  summary: 'Agree to the profiling of my devices after a login',
  who: 'signed-in',
  input: z.object({ textVersion: z.string().max(20) }),
  output: Profiling,
  refusals: {
    /** The company does not use device profiling. */
    profiling_not_offered: 409,
    /** The text has a newer version. */
    record_changed: 409,
  },
})

export const withdrawProfilingConsent = endpoint({
  method: 'POST',
  path: '/device-profiling/withdrawal',
  summary: 'Withdraw my consent: devices are not profiled any more, and this browser deletes its profile id',
  who: 'signed-in',
  whileTermsDue: true,
  output: Profiling,
  refusals: {},
})
