import type { Person } from './session-records.ts'

/** First names that decide a check (Veriff's test convention, and some more). */
export const personas = [
  'approve',
  'decline',
  'resubmit',
  'review',
  'expire',
  'abandon',
  'slow',
  'outage',
  'duplicate',
  'underage',
] as const
export type Persona = (typeof personas)[number]

/** How long the persona Slow waits for the decision, in milliseconds of the service's clock. */
export const slowDecisionMs = 90_000

export const personaOf = (person: Person): Persona | null =>
  personas.find((name) => name === person.firstName?.trim().toLowerCase()) ?? null
