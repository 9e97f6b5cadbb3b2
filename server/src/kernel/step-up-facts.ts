import type { StepUpOperation } from '@cardamom/contract/access/step-up-operations'
import type { StepUpFact } from '@cardamom/contract/access/step-up-shown'
import type { SessionPrincipal } from './principal.ts'
import type { Queries } from './queries.ts'
import type { Encryption } from './encryption.ts'

/** Facts that a person confirms, by the names of their texts in the catalogues. */
export type StepUpFacts = Partial<Record<StepUpFact, string>>

/** Reads the facts of one operation, in the caller's data scope. Empty facts are left out. */
export type DescribeStepUp = (call: {
  readonly sql: Queries
  readonly encryption: Encryption
  readonly me: SessionPrincipal
  readonly params: Readonly<Record<string, unknown>>
  readonly input: Readonly<Record<string, unknown>>
}) => Promise<StepUpFacts>

/** Every module describes its own operations; together they describe all. */
export type StepUpDescribers = Readonly<Record<StepUpOperation, DescribeStepUp>>

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
