import type { IncomingHttpHeaders } from 'node:http'
import type { DocumentType, ImageSide, KycReason } from '@cardamom/contract/kyc'
import type { CallOutcome } from '../../kernel/call-declaration.ts'

/** What a check is begun with. `caseId` is opaque to the provider and comes back with everything it sends. */
export type NewKycSession = {
  readonly caseId: string
  /** Where the browser goes when the person is done. */
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

/** A session at the provider; `url` is where the person photographs the document. It opens without a login. */
export type KycSessionAtProvider = { readonly sessionId: string; readonly url: string }

export type KycVerdict =
  | 'approved'
  | 'declined'
  | 'resubmission_requested'
  | 'expired'
  | 'abandoned'
  | 'review'

export type KycAttemptStatus = 'created' | 'started' | 'submitted' | KycVerdict

/** One try of the person within a session. */
export type KycAttemptAtProvider = { readonly attemptId: string; readonly status: KycAttemptStatus }

export type KycImageVerdict = {
  readonly side: ImageSide
  /** False: to be taken again. */
  readonly accepted: boolean
  /** `missing`, `too_small`, `blurred`, `too_dark`, `too_bright`, `repeated`, `expired`, or a word that is new. */
  readonly findings: readonly string[]
}

/** What the provider read. Every field may be unknown. Dates YYYY-MM-DD. */
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
  /** Null when the provider names none. */
  readonly reason: KycReason | null
  readonly decidedAt: Date
  readonly facts: KycFacts
  readonly images: readonly KycImageVerdict[]
}

/** Everything the provider knows of a session now: attempts oldest first, and the latest decision. */
export type KycSnapshot = {
  readonly attempts: readonly KycAttemptAtProvider[]
  readonly decision: KycDecision | null
}

/** A webhook of the provider: a hint to read the session again, never the truth itself. */
export type KycNotice = {
  readonly sessionId: string
  readonly attemptId: string | null
  /** `started`, `submitted`, or the verdict. */
  readonly what: string
}

export type KycImage = { readonly imageId: string; readonly side: ImageSide }

/** Identity verification in our words; one adapter for each provider. */
export type KycProvider = {
  readonly name: string
  /**
   * Begins a session. `unknown` may have left one that nobody has the address of: it does no harm, uses no attempt and
   * ends by itself, so the caller may ask again.
   */
  readonly createSession: (wanted: NewKycSession) => Promise<CallOutcome<KycSessionAtProvider>>
  /** `rejected`: the provider has no such session (any more). Never `unknown`. */
  readonly readSession: (sessionId: string) => Promise<CallOutcome<KycSnapshot>>
  /** Ends a session that nobody finished. Ending it twice is `ok`; `rejected`: it is submitted or decided. */
  readonly closeSession: (sessionId: string) => Promise<CallOutcome<null>>
  /** The latest pictures of each side. */
  readonly listImages: (sessionId: string) => Promise<CallOutcome<readonly KycImage[]>>
  readonly readImage: (imageId: string) => Promise<CallOutcome<Buffer>>
  /** Whether the raw bytes of a webhook were signed with our shared secret. It carries no time: replay is ours to see. */
  readonly isAuthentic: (received: { headers: IncomingHttpHeaders; rawBody: Buffer }) => boolean
  /** What an authentic webhook is about; null when it has no meaning here. */
  readonly readNotice: (rawBody: Buffer) => KycNotice | null
}

/** How long a session can be used, counted from its beginning (Veriff: 7 days). */
export const kycSessionLifeMs = 7 * 24 * 60 * 60 * 1000
