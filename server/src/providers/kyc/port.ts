import type { IncomingHttpHeaders } from 'node:http'
import type { DocumentType, ImageSide, KycReason } from '@cardamom/contract/kyc'
import type { CallOutcome } from '../../kernel/call-declaration.ts'

/**
 * The data that starts a check. `caseId` means nothing to the provider, which returns it with each message.
 */
export type NewKycSession = {
  readonly caseId: string
  /** The address that the browser opens when the person has finished. */
  readonly callbackUrl: string
  readonly firstName: string
  readonly lastName: string
  /** YYYY-MM-DD */
  readonly birthDate: string
  readonly documentType: DocumentType
  /** Country that issued the document, two letters. */
  readonly country: string
  readonly lang: 'en' | 'es'
}

/**
 * A session at the provider. `url` is the page where the person photographs the document; it opens without a
 * login.
 */
export type KycSessionAtProvider = { readonly sessionId: string; readonly url: string }

export type KycVerdict =
  | 'approved'
  | 'declined'
  | 'resubmission_requested'
  | 'expired'
  | 'abandoned'
  | 'review'

export type KycAttemptStatus = 'created' | 'started' | 'submitted' | KycVerdict

/** One attempt of the person within a session. */
export type KycAttemptAtProvider = { readonly attemptId: string; readonly status: KycAttemptStatus }

export type KycImageVerdict = {
  readonly side: ImageSide
  /** False: a new picture is needed. */
  readonly accepted: boolean
  /** `missing`, `too_small`, `blurred`, `too_dark`, `too_bright`, `repeated`, `expired`, or a new word. */
  readonly findings: readonly string[]
}

/** What the provider read from the document. Every field may be unknown. Dates are YYYY-MM-DD. */
export type KycFacts = {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly birthDate: string | null
  readonly documentType: string | null
  readonly documentNumber: string | null
  readonly country: string | null
  readonly validUntil: string | null
}

export type KycDecision = {
  readonly attemptId: string
  readonly verdict: KycVerdict
  /** Null when the provider states no reason. */
  readonly reason: KycReason | null
  readonly decidedAt: Date
  readonly facts: KycFacts
  readonly images: readonly KycImageVerdict[]
}

/** The current state of a session at the provider: all attempts, oldest first, and the latest decision. */
export type KycSnapshot = {
  readonly attempts: readonly KycAttemptAtProvider[]
  readonly decision: KycDecision | null
}

/**
 * A webhook of the provider. It only says that the session is to be read again; its contents are not trusted.
 */
export type KycNotice = {
  readonly sessionId: string
  readonly attemptId: string | null
  /** `started`, `submitted`, or the verdict. */
  readonly what: string
}

export type KycImage = { readonly imageId: string; readonly side: ImageSide }

/** Identity verification. Each provider has one adapter. */
export type KycProvider = {
  readonly name: string
  /**
   * Starts a session. After `unknown` the provider may have a session whose address is unknown to us. That
   * session is harmless, uses no attempt and expires, so the caller may try again.
   */
  readonly createSession: (wanted: NewKycSession) => Promise<CallOutcome<KycSessionAtProvider>>
  /** `rejected`: the provider has no such session, or no longer has it. Never `unknown`. */
  readonly readSession: (sessionId: string) => Promise<CallOutcome<KycSnapshot>>
  /** Ends an unfinished session. Ending it twice is `ok`. `rejected`: the session is submitted or decided. */
  readonly closeSession: (sessionId: string) => Promise<CallOutcome<null>>
  /** The latest pictures of each side. */
  readonly listImages: (sessionId: string) => Promise<CallOutcome<readonly KycImage[]>>
  readonly readImage: (imageId: string) => Promise<CallOutcome<Buffer>>
  /**
   * Whether the raw bytes of a webhook were signed with our shared secret. The signature has no time, so the
   * caller has to detect replays.
   */
  readonly isAuthentic: (received: { headers: IncomingHttpHeaders; rawBody: Buffer }) => boolean
  /** Reads an authentic webhook. Null when it means nothing to us. */
  readonly readNotice: (rawBody: Buffer) => KycNotice | null
}

/** How long a session can be used after its start (Veriff: 7 days). */
export const kycSessionLifeMs = 7 * 24 * 60 * 60 * 1000
