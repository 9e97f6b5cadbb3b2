import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../wire.ts'

/** Factors that a person can confirm with; each has its calls in the provider's browser library. */
export const factorMethods = ['passkey', 'security_key', 'totp', 'email_otp', 'sms', 'magic_link'] as const
export const FactorMethod = z.enum(factorMethods)
export type FactorMethod = z.output<typeof FactorMethod>

/** `password` is for people without a second factor, on calls that accept it from them. */
const StepUpLevel = z.enum(['S1', 'S2', 'S3', 'password'])
const ObjectHash = z.string().regex(/^[0-9a-f]{64}$/)

/** `data` of `step_up_required`: the operation to confirm. The person signs `show` (api §5). */
export const StepUpRequest = z.object({
  level: StepUpLevel,
  action: z.string(),
  objectHash: ObjectHash,
  show: z.record(z.string(), z.string()),
})
export type StepUpRequest = z.output<typeof StepUpRequest>

/** The next step. `factor`: one of `methods`. */
const Step = z.enum(['factor', 'passkey', 'code', 'password'])

/**
 * An open challenge. The browser passes `token` to the provider's library (`setToken`), the person confirms
 * with one of `methods`, and the browser sends the token of the library's answer as a proof.
 */
export const Challenge = z.object({
  id: Id,
  step: Step,
  /** The person's factors that this step accepts, best first; empty for a password. */
  methods: z.array(FactorMethod),
  /** Token for the library; null where the step needs none. */
  token: z.string().nullable(),
  /** The provider's own page for the same step (redirect, popup or window), if there is one. */
  url: z.string().nullable(),
  /** Channels that can send a code (`GET /send/otp`). The code is sent back as a proof of kind `code`. */
  sendOtp: z.array(z.enum(['email', 'sms'])),
  /** Addresses of codes, with the middle hidden. */
  hints: z.object({ email: z.string().nullable(), phone: z.string().nullable() }),
  expiresAt: Instant,
})
export type Challenge = z.output<typeof Challenge>

/** A proof: the library's token, a sent or saved code, or the password. */
export const Proof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), token: z.string().max(8192) }),
  z.object({ kind: z.literal('code'), code: z.string().trim().max(20) }),
  z.object({ kind: z.literal('recovery_code'), code: z.string().trim().max(40) }),
  z.object({ kind: z.literal('password'), password: z.string().min(1).max(200) }),
])
export type Proof = z.output<typeof Proof>

export const startStepUp = endpoint({
  method: 'POST',
  path: '/step-up/challenges',
  summary: 'Start to confirm one operation, as `step_up_required` described it',
  who: 'signed-in',
  effect: 'outside',
  rate: 'login',
  whileEnrolling: true,
  status: 201,
  input: z.object({ level: StepUpLevel, action: z.string().max(200), objectHash: ObjectHash }),
  output: Challenge,
  refusals: {
    /** `data.methods`: the factors that this call accepts, so that the person can add one. */
    factor_required: 403,
    rate_limited: 429,
    unavailable: 503,
  },
})

export const makeGrant = endpoint({
  method: 'POST',
  path: '/step-up/grants',
  summary:
    'Send a proof: returns a grant for the header `step-up`, valid once within 60 seconds, or the next step',
  who: 'signed-in',
  effect: 'outside',
  rate: 'code_verify',
  whileEnrolling: true,
  input: z.object({ challengeId: Id, proof: Proof }),
  /** `grant` after the last step; `next` before it. */
  output: z.object({
    grant: z.string().nullable(),
    expiresAt: Instant.nullable(),
    next: Challenge.nullable(),
  }),
  refusals: {
    passkey_failed: 400,
    totp_mismatch: 400,
    code_mismatch: 400,
    invalid_code: 400,
    wrong_credentials: 400,
    /** The challenge is older than five minutes, was used, or belongs to another session. */
    challenge_expired: 410,
    rate_limited: 429,
    unavailable: 503,
  },
})
