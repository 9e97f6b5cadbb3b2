import { z } from 'zod'
import { endpoint, type WireOf } from '../endpoint.ts'
import { FactorMethod } from './step-up.ts'
import { Id, Instant, typedText } from '../wire.ts'

/** A second factor of a person. */
export const Factor = z.object({
  id: Id,
  method: FactorMethod,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  /**
   * From this instant on the factor is accepted where a passkey is required. A factor added to others waits a
   * day (permissions §3).
   */
  fullFrom: Instant,
  /**
   * True for a passkey that is copied to the person's other devices; false for one that stays on one device;
   * null: not a passkey.
   */
  synced: z.boolean().nullable(),
  /** The factor was added in this browser. */
  thisDevice: z.boolean(),
  /** Address or number that codes are sent to, with its middle hidden. */
  detail: z.string().nullable(),
  /** Id of a passkey in the provider's library; null for other factors. */
  credentialId: z.string().nullable(),
})
export type Factor = z.output<typeof Factor>

export const listFactors = endpoint({
  method: 'GET',
  path: '/factors',
  summary: 'My second factors and recovery codes',
  who: 'signed-in',
  effect: 'outside',
  rate: 'read',
  whileEnrolling: true,
  output: z.object({
    items: z.array(Factor),
    /** The company requires a factor, so the last one cannot be removed. */
    mandatory: z.boolean(),
    /** Codes left of ten; null: none were made. `isLow`: three or fewer. */
    recoveryCodes: z.object({ left: z.number().int(), isLow: z.boolean(), madeAt: Instant }).nullable(),
    /**
     * The first factor can be added without a mail link until this instant. Null: log in again, or request
     * the link.
     */
    enrolUntil: Instant.nullable(),
  }),
  refusals: { unavailable: 503 },
})

export const startEnrolment = endpoint({
  method: 'POST',
  path: '/factor-enrolments',
  summary: 'Start to add a factor; a second one needs a proof of an existing one',
  who: 'signed-in',
  effect: 'outside',
  stepUp: 'S1',
  stepUpUnlessFirst: true,
  whileEnrolling: true,
  status: 201,
  input: z.object({ method: FactorMethod }),
  output: z.object({
    id: Id,
    method: FactorMethod,
    /** Token for the library (`setToken`) that allows it to add this factor. */
    token: z.string(),
    url: z.string().nullable(),
    /** Data for the library: username of a passkey, e-mail address or number that codes are sent to. */
    username: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    expiresAt: Instant,
  }),
  refusals: {
    /** More than ten minutes passed since the login: log in again, or use `POST /factor-enrolment-links`. */
    mail_link_needed: 403,
    unavailable: 503,
  },
})

export const confirmEnrolment = endpoint({
  method: 'POST',
  path: '/factor-enrolments/:id/confirmation',
  summary: 'Finish adding a factor: the server reads it from the provider, and a mail tells the person',
  who: 'signed-in',
  effect: 'outside',
  whileEnrolling: true,
  params: z.object({ id: Id }),
  input: z.object({ name: typedText({ max: 60 }).optional() }),
  output: Factor,
  refusals: {
    record_not_found: 404,
    /** The provider has no new factor of the person. */
    registration_not_completed: 409,
    challenge_expired: 410,
    unavailable: 503,
  },
})

const EnrolUntil = z.object({ enrolUntil: Instant })

export const sendEnrolmentLink = endpoint({
  method: 'POST',
  path: '/factor-enrolment-links',
  summary: 'Send a link that lets me add my first factor',
  who: 'signed-in',
  effect: 'outside',
  rate: 'code_send',
  whileEnrolling: true,
  status: 202,
  output: z.object({ hint: z.string() }),
  refusals: { email_not_sent: 503, rate_limited: 429 },
})

export const useEnrolmentLink = endpoint({
  method: 'POST',
  path: '/factor-enrolment-links/:token',
  summary: 'Use that link while signed in: the first factor can be added for ten minutes',
  who: 'signed-in',
  rate: 'code_verify',
  whileEnrolling: true,
  params: z.object({ token: z.string().max(200) }),
  output: EnrolUntil,
  refusals: { link_expired: 410 },
})

export const renameFactor = endpoint({
  method: 'PATCH',
  path: '/factors/:id',
  summary: 'Rename one of my factors',
  who: 'signed-in',
  whileTermsDue: true,
  params: z.object({ id: Id }),
  input: z.object({ name: typedText({ max: 60 }) }),
  output: z.object({ id: Id, name: z.string() }),
  refusals: { record_not_found: 404 },
})

export const removeFactor = endpoint({
  method: 'DELETE',
  path: '/factors/:id',
  summary: 'Remove one of my factors; a mail tells me, and my withdrawals are held for a day',
  who: 'signed-in',
  whileTermsDue: true,
  effect: 'outside',
  stepUp: 'S2',
  params: z.object({ id: Id }),
  output: z.object({ withdrawalsHeldUntil: Instant }),
  refusals: {
    record_not_found: 404,
    /** The company requires a factor, and this is the last one. */
    last_factor: 409,
    unavailable: 503,
  },
})

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/recovery-codes',
  summary: 'Create ten recovery codes that replace the old ones; they are shown only in this answer',
  who: 'signed-in',
  whileTermsDue: true,
  stepUp: 'S1',
  status: 201,
  output: z.object({ codes: z.array(z.string()) }),
  refusals: {},
})

/** Factors as sent on the wire: instants are text. */
export type Factors = WireOf<typeof listFactors>
export type FactorOnWire = Factors['items'][number]
export type EnrolmentOnWire = WireOf<typeof startEnrolment>
