import type { AccessNeeds } from '../access/access-needs.ts'
import type { AccessParts } from '../access/access-parts.ts'
import type { FaceCheck } from '../access/face-check.ts'
import type { IdentityNeeds } from '../identity/identity-needs.ts'
import type { ProviderLocks } from '../providers/stepup/port.ts'
import type { SmsPort } from '../providers/sms/sms-port.ts'

export type StepUpNeeds = AccessNeeds & {
  readonly parts: AccessParts
  /** Null where no way for text messages is set up. */
  readonly sms: SmsPort | null
  /** From the module of identity checks, turned round. */
  readonly faceCheck: FaceCheck
  /** Where the built pages are; null while Vite serves them. */
  readonly webDir: string | null
  readonly endSessions: IdentityNeeds['endSessions']
  /** Null: the provider is no embedded one, and its protocol has no call for them. */
  readonly providerLocks: ProviderLocks | null
}
