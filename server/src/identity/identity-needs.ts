import type { CodeRefusal } from '@cardamom/contract/sellers'
import type { Company } from '../companies/company.ts'
import type { Answer } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Mailer } from '../providers/mail/mailer.ts'
import type { ProviderLocks } from '../providers/stepup/port.ts'
import type { Throttles } from './throttles.sql.ts'
import type { Attribution } from './user.ts'

/** The people and the company that a code stands for. */
export type ReferredBy = { readonly attribution: Attribution; readonly companyId: string }

type CodeRequest = { readonly code: string; readonly host: Company; readonly now: Date }

/** What identity needs from providers, and from higher modules by inversion. */
export type IdentityNeeds = {
  readonly mailer: Mailer
  readonly throttles: Throttles
  /** Locks at the step-up provider. Null when it has no call for them. */
  readonly providerLocks: ProviderLocks | null
  /** Codes of sellers and referrers. `preview` changes nothing; `redeem` counts a use in the open transaction. */
  readonly codes: {
    readonly preview: (sql: Queries, request: CodeRequest) => Promise<Answer<ReferredBy, CodeRefusal>>
    readonly redeem: (sql: Queries, request: CodeRequest) => Promise<Answer<ReferredBy, CodeRefusal>>
  }
  /** Ends a person's sessions except one, within the transaction. */
  readonly endSessions: (
    tx: WriteTransaction,
    end: { userId: string; exceptSessionId: string | null; reason: string },
  ) => Promise<void>
}
