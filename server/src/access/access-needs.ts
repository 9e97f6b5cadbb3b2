import type { Audit } from '../audit/audit.sql.ts'
import type { Throttles } from '../identity/throttles.sql.ts'
import type { ChangeNotices } from '../kernel/change-notices.ts'
import type { StepUpService } from '../kernel/step-up-service.ts'
import type { Mailer } from '../providers/mail/mailer.ts'
import type { SmsPort } from '../providers/sms/sms-port.ts'
import type { ProviderLocks, StepUpProvider } from '../providers/stepup/port.ts'
import type { SelfieCheck } from './recovery/selfie-check.ts'
import type { SessionCache } from './session-cache.ts'
import type { CompanyChangeNeeds } from './user-company.ts'

/** What the module needs from outside. */
export type AccessNeeds = {
  readonly audit: Audit
  readonly sessions: SessionCache
  readonly notices: Pick<ChangeNotices, 'onChange'>
  readonly throttles: Throttles
  readonly mailer: Mailer
  /** Null where no provider is configured: then no user can have a second factor. */
  readonly stepUp: StepUpProvider | null
  readonly stepUpService: StepUpService | null
  /** Null where no provider of text messages is configured. */
  readonly sms: SmsPort | null
  /** The module of identity checks provides it, because that module is higher than this one. */
  readonly selfieCheck: SelfieCheck
  /** Loads, fees, cards and requests are in modules that are higher than this one. */
  readonly companyChange: CompanyChangeNeeds
  /** The folder of the built pages; null while Vite serves them. */
  readonly webDir: string | null
  /** Null: the provider is not embedded, and its protocol has no call for locks. */
  readonly providerLocks: ProviderLocks | null
}
