import type { FactorMethod } from '@cardamom/contract/access/step-up'
import type { CallOutcome } from '../../kernel/call-declaration.ts'

/** Something that a person enrolled at the provider. */
export type Authenticator = {
  readonly id: string
  readonly method: FactorMethod
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly email: string | null
  readonly phone: string | null
  /** Of passkeys and keys; null of the others. */
  readonly credentialId: string | null
  /** Browser that made or last used it, as the provider's library names browsers. */
  readonly deviceId: string | null
  readonly deviceName: string | null
  readonly synced: boolean | null
}

/** One act of a person at the provider. `key` is ours: asking twice with one key is one act. */
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
  /** Its token may add an authenticator to those that are there. */
  readonly mayAdd?: true
}

export type StartedOperation = {
  /** For the browser library; lives ten minutes. */
  readonly token: string
  readonly url: string
  readonly isEnrolled: boolean
}

/** What a token of the browser proves, as the provider says it. */
export type Proven = {
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

/** Step-up authentication in our words (product §7). Reads answer `unavailable` where a mutation would be `unknown`. */
export type StepUpProvider = {
  readonly begin: (act: NewOperation) => Promise<CallOutcome<StartedOperation>>
  /**
   * What the token proves for this action; `rejected`: nothing (forged, too old, of somebody else, of another act,
   * or no challenge was passed).
   */
  readonly validate: (
    token: string,
    /** Without an action: of whichever it is. */
    of: { userId?: string; action?: string },
  ) => Promise<CallOutcome<Proven>>
  readonly authenticators: (userId: string) => Promise<CallOutcome<readonly Authenticator[]>>
  /** Removing what is gone is `ok`. */
  readonly remove: (of: { userId: string; id: string }) => Promise<CallOutcome<null>>
  /** Id of the authenticator that an act was proved with; null when the provider does not say. */
  readonly proverOf: (act: ProviderOperation) => Promise<CallOutcome<string | null>>
  /** Sends a code without an authenticator: to an address of ours. `rejected`: too many. */
  readonly sendCode: (
    act: ProviderOperation & { channel: 'email' | 'sms'; to: string; lang: 'en' | 'es' },
  ) => Promise<CallOutcome<{ sentCodeId: string }>>
  readonly checkCode: (of: {
    sentCodeId: string
    code: string
  }) => Promise<CallOutcome<'right' | 'wrong' | 'locked'>>
  /**
   * What an authentic webhook asks to send; `forged`: not signed by the provider, or more than five minutes from now;
   * null: of no meaning here.
   */
  readonly readWebhook: (of: {
    rawBody: string
    signature: string
    realNow: Date
  }) => CodeToSend | 'forged' | null
}

/** What the provider itself keeps somebody from. Times are real time. */
export type ProviderLock = {
  readonly userId: string
  readonly method: FactorMethod
  readonly counted: 'wrong-codes' | 'messages'
  readonly tries: number
  /** Null: counted, not blocked yet. */
  readonly blockedUntil: Date | null
}

/** Its protocol has no call for them; the embedded provider's control plane has. Both throw when it does not answer. */
export type ProviderLocks = {
  /** Everybody's, or those of one. */
  readonly list: (userId: string | null) => Promise<readonly ProviderLock[]>
  readonly lift: (userId: string) => Promise<void>
}
