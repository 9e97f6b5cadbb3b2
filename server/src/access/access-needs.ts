import type { Audit } from '../audit/audit.sql.ts'
import type { Throttles } from '../identity/throttles.sql.ts'
import type { StepUpService } from '../kernel/step-up-service.ts'
import type { Mailer } from '../providers/mail/mailer.ts'
import type { StepUpProvider } from '../providers/stepup/port.ts'

export type AccessNeeds = {
  readonly audit: Audit
  readonly throttles: Throttles
  readonly mailer: Mailer
  /** Null where no provider is set up: nobody can have a second factor then. */
  readonly stepUp: StepUpProvider | null
  readonly stepUpService: StepUpService | null
}
