import type { Principal } from './principal.ts'

/** One entry of the audit trail. */
export type AuditEntry = {
  readonly principal: Principal
  /** The tenant that the entry is shown to. Absent: that of the principal. */
  readonly companyId?: string
  readonly action: string
  readonly objectId: string | null
  readonly outcome: string
  readonly requestId: string
  readonly address: string
  /** The browser or program of the caller. */
  readonly device?: string | null
  /** The person whom it concerns, if they are not the caller. Absent: the person of the changes. */
  readonly subjectId?: string | null
}
