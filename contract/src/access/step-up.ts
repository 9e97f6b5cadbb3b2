import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../wire.ts'

/** What a person can prove themselves with; each has its calls in the provider's browser library. */
export const factorMethods = ['passkey', 'security_key', 'totp', 'email_otp', 'sms', 'magic_link'] as const
export const FactorMethod = z.enum(factorMethods)
export type FactorMethod = z.output<typeof FactorMethod>

/** `password`: asked of who has no second factor, by calls that let them pass with it. */
const StepUpLevel = z.enum(['S1', 'S2', 'S3', 'password'])
const ObjectHash = z.string().regex(/^[0-9a-f]{64}$/)

/** `data` of `step_up_required`: what is to be confirmed; `show` is what the person signs (api §5). */
export const StepUpRequest = z.object({
  level: StepUpLevel,
  action: z.string(),
  objectHash: ObjectHash,
  show: z.record(z.string(), z.string()),
})
export type StepUpRequest = z.output<typeof StepUpRequest>

/** What is asked next. `factor`: one of `methods`. */
const Step = z.enum(['factor', 'passkey', 'code', 'password'])

/**
 * One proof that is under way. The browser gives `token` to the provider's library (`setToken`), lets the person
 * do one of `methods`, and hands the token of the library's answer back as a proof.
 */
export const Challenge = z.object({
  id: Id,
  step: Step,
  /** Those that the person has and that will do here, the best first; empty at a password. */
  methods: z.array(FactorMethod),
  /** For the library; null where the step needs none. */
  token: z.string().nullable(),
  /** The provider's own page for the same step (redirect, popup or window), where there is one. */
  url: z.string().nullable(),
  /** Channels that a code can be sent on (`GET /send/otp`), to be handed back as a proof of kind `code`. */
  sendOtp: z.array(z.enum(['email', 'sms'])),
  /** Where codes go, with the middle hidden. */
  hints: z.object({ email: z.string().nullable(), phone: z.string().nullable() }),
  expiresAt: Instant,
})
export type Challenge = z.output<typeof Challenge>

/** What is handed in: the library's token, a code that was sent or written down, or the password. */
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
  summary: 'Begin to confirm one act, as `step_up_required` named it',
  who: 'signed-in',
  effect: 'outside',
  rate: 'login',
  whileEnrolling: true,
  status: 201,
  input: z.object({ level: StepUpLevel, action: z.string().max(200), objectHash: ObjectHash }),
  output: Challenge,
  refusals: {
    /** `data.methods`: those that would do, to add one. */
    factor_required: 403,
    rate_limited: 429,
    unavailable: 503,
  },
})

export const makeGrant = endpoint({
  method: 'POST',
  path: '/step-up/grants',
  summary: 'Hand in a proof: a grant for the header `step-up`, once and for 60 seconds, or the next step',
  who: 'signed-in',
  effect: 'outside',
  rate: 'code_verify',
  whileEnrolling: true,
  input: z.object({ challengeId: Id, proof: Proof }),
  /** `grant` with the last step; before it `next`. */
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
    /** Five minutes are over, it was used, or it is not of this session. */
    challenge_expired: 410,
    rate_limited: 429,
    unavailable: 503,
  },
})
