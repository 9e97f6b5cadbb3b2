import type { ImageFacts } from './image-checks.ts'
import type { DecisionStatus } from './reason-codes.ts'

export const contexts = ['document-front', 'document-back', 'face'] as const
export type Context = (typeof contexts)[number]

export const documentTypes = ['PASSPORT', 'ID_CARD', 'DRIVERS_LICENSE', 'RESIDENCE_PERMIT'] as const
export type DocumentType = (typeof documentTypes)[number]

export type SessionStatus = 'created' | 'started' | 'submitted' | DecisionStatus

/** The person to check, as sent at the creation of the session. Dates `YYYY-MM-DD`. */
export type Person = {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly dateOfBirth: string | null
  readonly gender: string | null
  readonly nationality: string | null
  readonly idNumber: string | null
}

export type ExpectedDocument = {
  readonly type: DocumentType | null
  readonly number: string | null
  readonly country: string | null
}

export type Session = {
  readonly id: string
  readonly token: string
  readonly status: SessionStatus
  readonly callback: string | null
  readonly lang: 'en' | 'es'
  readonly vendorData: string | null
  readonly endUserId: string | null
  readonly person: Person
  readonly document: ExpectedDocument
  readonly consentedAt: string | null
  readonly createdAt: string
  readonly expiresAt: string
}

export type Attempt = {
  readonly id: string
  readonly sessionId: string
  readonly number: number
  readonly status: SessionStatus
  readonly createdAt: string
  readonly submittedAt: string | null
  /** When its decision is due, after submit. */
  readonly dueAt: string | null
  /** The decision webhook's body. */
  readonly decision: string | null
}

export type Media = {
  readonly id: string
  readonly sessionId: string
  readonly context: Context
  readonly timestamp: string | null
  readonly size: number
  readonly facts: ImageFacts
}

/** A row as SQLite returns it. */
export type Row = Record<string, string | number | null | Uint8Array>
const text = (row: Row, key: string): string => String(row[key])
export const maybe = (row: Row, key: string): string | null => (row[key] === null ? null : String(row[key]))

export const toSession = (row: Row): Session => ({
  id: text(row, 'id'),
  token: text(row, 'token'),
  status: text(row, 'status') as SessionStatus,
  callback: maybe(row, 'callback'),
  lang: text(row, 'lang') as 'en' | 'es',
  vendorData: maybe(row, 'vendor_data'),
  endUserId: maybe(row, 'end_user_id'),
  person: JSON.parse(text(row, 'person')) as Person,
  document: JSON.parse(text(row, 'document')) as ExpectedDocument,
  consentedAt: maybe(row, 'consented_at'),
  createdAt: text(row, 'created_at'),
  expiresAt: text(row, 'expires_at'),
})

export const toAttempt = (row: Row): Attempt => ({
  id: text(row, 'id'),
  sessionId: text(row, 'session_id'),
  number: Number(row['number']),
  status: text(row, 'status') as SessionStatus,
  createdAt: text(row, 'created_at'),
  submittedAt: maybe(row, 'submitted_at'),
  dueAt: maybe(row, 'due_at'),
  decision: maybe(row, 'decision'),
})

export const toMedia = (row: Row): Media => ({
  id: text(row, 'id'),
  sessionId: text(row, 'session_id'),
  context: text(row, 'context') as Context,
  timestamp: maybe(row, 'timestamp'),
  size: Number(row['size']),
  facts: JSON.parse(text(row, 'facts')) as ImageFacts,
})
