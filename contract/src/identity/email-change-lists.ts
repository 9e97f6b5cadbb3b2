import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Id, Instant } from '../wire.ts'

/**
 * `not_informed`: the address changed, and the person was not informed by the team yet. The notices that are sent at the
 * change itself do not count.
 */
export const emailChangeStates = ['pending', 'cancelled', 'not_informed', 'informed'] as const

/** Who or what ended a change before it was made. */
export const emailChangeEnds = [
  'person',
  'old_address',
  'replaced',
  'expired',
  'password_changed',
  'address_used',
] as const

const EmailChangeRow = z.object({
  id: Id,
  userId: Id,
  name: z.string(),
  /** Cardholders and sellers have a page among the users. */
  isUser: z.boolean(),
  companyId: Id,
  companyName: z.string(),
  fromEmail: z.string(),
  toEmail: z.string(),
  state: z.enum(emailChangeStates),
  requestedAt: Instant,
  oldConfirmedAt: Instant.nullable(),
  newConfirmedAt: Instant.nullable(),
  /** When two administrators confirmed the change in place of the old address. */
  teamConfirmedAt: Instant.nullable(),
  /** When a change that they confirmed is made, unless the old address stops it. */
  dueAt: Instant.nullable(),
  changedAt: Instant.nullable(),
  cancelledAt: Instant.nullable(),
  cancelledBy: z.enum(emailChangeEnds).nullable(),
  informedAt: Instant.nullable(),
  /** Null too where the reader may not see that administrator. */
  informedByName: z.string().nullable(),
})

export const listEmailChanges = listEndpoint({
  path: '/email-changes',
  summary: 'Changes of e-mail, the newest request first',
  who: 'users.email_change.view',
  row: EmailChangeRow,
  sorts: ['-requestedAt', 'requestedAt'],
  filters: {
    state: z.enum(emailChangeStates).optional(),
    companyId: Id.optional(),
    userId: Id.optional(),
  },
  days: 'requestedAt',
  tabs: { not_informed: { state: 'not_informed' } },
  search: true,
  byId: true,
  csv: { tag: 'users.export', stepUp: 'S2' },
})

/** Changes of one request to inform. */
export const mostInformed = 100

/** `not_changed`: the change is pending or cancelled, so there is nothing to inform about. */
export const informOutcomes = ['informed', 'already_informed', 'not_changed', 'record_not_found'] as const

export const informEmailChanges = endpoint({
  method: 'POST',
  path: '/email-changes/inform',
  summary: 'Inform people of their changed e-mail, at the old and the new address; each change once',
  who: 'users.email_change.inform',
  input: z.object({ ids: z.array(Id).min(1).max(mostInformed) }),
  output: z.object({
    /** In the order of the request. */
    results: z.array(z.object({ id: Id, outcome: z.enum(informOutcomes) })),
  }),
  refusals: { validation: 422 },
})
