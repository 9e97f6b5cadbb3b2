import type { Queries } from '../kernel/queries.ts'

/** Capital that was recorded and booked. */
export const capitalContributions = (sql: Queries) =>
  sql
    .selectFrom('capitalContribution')
    .select(['id', 'amountCents', 'reason', 'requestedBy', 'approvedBy', 'recordedAt'])
