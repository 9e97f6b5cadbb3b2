import type { CallOutcome } from '../kernel/call-declaration.ts'

/** What an outside service's answer means (providers §1): what `externalCall` is told. */
export type ProviderOutcome<T> = CallOutcome<T>
