import type { CodeRefusal } from '@cardamom/contract/sellers'
import type { Company } from '../companies/company.ts'
import type { Answer } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Mailer } from '../providers/mail/mailer.ts'
import type { Throttles } from './throttles.sql.ts'
import type { Attribution } from './user.ts'

/** Whom a code brings a person to. */
export type BroughtBy = { readonly attribution: Attribution; readonly companyId: string }

type CodeCall = { readonly code: string; readonly host: Company; readonly now: Date }

/** What identity takes from providers and, turned round, from higher modules. */
export type IdentityNeeds = {
  readonly mailer: Mailer
  readonly throttles: Throttles
  /** Codes of sellers and referrers. `look` changes nothing; `take` counts a use in the open transaction. */
  readonly codes: {
    readonly look: (sql: Queries, call: CodeCall) => Promise<Answer<BroughtBy, CodeRefusal>>
    readonly take: (sql: Queries, call: CodeCall) => Promise<Answer<BroughtBy, CodeRefusal>>
  }
  /** Ends a person's sessions, but for one, with the transaction. */
  readonly endSessions: (
    tx: WriteTransaction,
    end: { userId: string; exceptSessionId: string | null; reason: string },
  ) => Promise<void>
}
