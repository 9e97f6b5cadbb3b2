import type { FactorMethod } from '@cardamom/contract/access/step-up'
import type { CallOutcome } from '../../kernel/call-declaration.ts'

/** A factor that a person enrolled at the provider. */
export type Authenticator = {
  readonly id: string
  readonly method: FactorMethod
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly email: string | null
  readonly phone: string | null
  /** For passkeys and keys. Null for the others. */
  readonly credentialId: string | null
  /** The browser that created or last used it, as the provider's library names browsers. */
  readonly deviceId: string | null
  readonly deviceName: string | null
  readonly synced: boolean | null
}

/** One operation of a person at the provider. `key` is ours: two requests with one key are one operation. */
export type ProviderOperation = { readonly userId: string; readonly action: string; readonly key: string }

export type NewOperation = ProviderOperation & {
  readonly email: string
  readonly username: string
  readonly lang: 'en' | 'es'
  readonly address: string
  readonly device: string
  /** Id under which the profiler knows this device. */
  readonly profilingId?: string
  readonly redirectUrl: string
  /** The token may add an authenticator to the existing ones. */
  readonly mayAdd?: true
}

export type StartedOperation = {
  /** For the browser library. It is valid for ten minutes. */
  readonly token: string
  readonly url: string
  readonly isEnrolled: boolean
}

/** What a token from the browser proves, as the provider confirms it. */
export type ProvenFactor = {
  readonly userId: string
  readonly key: string
  readonly method: FactorMethod
}

/** A code or a link that the product sends for the provider. */
export type CodeToSend = {
  readonly channel: 'email' | 'sms'
  readonly to: string
  readonly userId: string | null
  readonly code: string | null
  readonly link: string | null
}

/** Step-up authentication (product §7). Reads answer `unavailable` where a mutation would be `unknown`. */
export type StepUpProvider = {
  readonly startOperation: (operation: NewOperation) => Promise<CallOutcome<StartedOperation>>
  /**
   * What the token proves for this action. `rejected`: nothing, because it is forged, too old, or of another
   * person or operation, or because no challenge was passed.
   */
  readonly validate: (
    token: string,
    /** Without `action`, a token of any action is valid. */
    of: { userId?: string; action?: string },
  ) => Promise<CallOutcome<ProvenFactor>>
  readonly authenticators: (userId: string) => Promise<CallOutcome<readonly Authenticator[]>>
  /** Removes an authenticator. `ok` also when it does not exist any more. */
  readonly removeAuthenticator: (of: { userId: string; id: string }) => Promise<CallOutcome<null>>
  /** Id of the authenticator that proved an operation. Null when the provider does not tell it. */
  readonly proverOf: (operation: ProviderOperation) => Promise<CallOutcome<string | null>>
  /** Sends a code to an address that we know, without an authenticator. `rejected`: too many codes. */
  readonly sendCode: (
    operation: ProviderOperation & { channel: 'email' | 'sms'; to: string; lang: 'en' | 'es' },
  ) => Promise<CallOutcome<{ sentCodeId: string }>>
  readonly checkCode: (of: {
    sentCodeId: string
    code: string
  }) => Promise<CallOutcome<'right' | 'wrong' | 'locked'>>
  /**
   * The message that an authentic webhook requests from us. `forged`: not signed by the provider, or more
   * than five minutes from now. Null: the webhook means nothing to us.
   */
  readonly readWebhook: (of: {
    rawBody: string
    signature: string
    realNow: Date
  }) => CodeToSend | 'forged' | null
}

/** A person's wrong codes or messages that the provider counts, and its block. Times are real time. */
export type ProviderLock = {
  readonly userId: string
  readonly method: FactorMethod
  readonly counted: 'wrong-codes' | 'messages'
  readonly tries: number
  /** Null: counted, but not blocked yet. */
  readonly blockedUntil: Date | null
}

/**
 * Authsignal's protocol has no call for locks. The control plane of the embedded provider has these calls.
 * Both throw when it does not answer.
 */
export type ProviderLocks = {
  /** Lists the locks of everybody, or of one person. */
  readonly list: (userId: string | null) => Promise<readonly ProviderLock[]>
  readonly liftLocks: (userId: string) => Promise<void>
}
