import { z } from 'zod'
import { allActionNames, auditActionNames } from './audit/audit-actions.ts'
import { endpoint } from './endpoint.ts'
import { listEndpoint } from './list.ts'
import { Id, Instant } from './wire.ts'

const actorKinds = ['anonymous', 'session', 'api_key', 'job'] as const

const AuditRow = z.object({
  id: Id,
  at: Instant,
  action: z.enum(allActionNames),
  result: z.enum(['done', 'refused']),
  actorKind: z.enum(actorKinds),
  actorId: Id.nullable(),
  /** Null: nobody signed in, a job, or a person whom the reader may not see. */
  actorName: z.string().nullable(),
  impersonatorName: z.string().nullable(),
  /** The person whom it concerns, if they are not the caller. */
  subjectId: Id.nullable(),
  subjectName: z.string().nullable(),
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
  /** `done`, or the code of the refusal. */
  outcome: z.string(),
  objectId: z.string().nullable(),
  address: z.string(),
  device: z.string().nullable(),
  requestId: z.string(),
})

export const listAudit = listEndpoint({
  path: '/audit',
  summary: 'Writes, denials and sensitive reads, newest first',
  who: 'audit.view',
  row: AuditRow,
  sorts: ['-at', 'at'],
  filters: {
    action: z.enum(auditActionNames).optional(),
    result: z.enum(['done', 'refused']).optional(),
    actorId: Id.optional(),
    subjectId: Id.optional(),
    companyId: Id.optional(),
  },
  days: 'at',
  search: true,
  csv: { tag: 'audit.export', stepUp: 'S2' },
})

const ChangedField = z.object({
  name: z.string(),
  /** The value as text; null: there is none, or it is not shown. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** `hidden`: personal data that the reader may not see. `erased`: its key was erased. */
  state: z.enum(['shown', 'hidden', 'erased']),
})

export const getAuditEntry = endpoint({
  method: 'GET',
  path: '/audit/:id',
  summary: 'One entry of the audit with what it changed; personal data only with users.view_pii',
  who: 'audit.view',
  audited: true,
  params: z.object({ id: Id }),
  output: AuditRow.extend({
    changes: z.array(z.object({ entity: z.string(), entityId: z.string(), fields: z.array(ChangedField) })),
    /** The signed block that covers the entry; null: it waits for the next one. */
    block: z.object({ height: z.number().int(), signedAt: Instant }).nullable(),
  }),
  refusals: { record_not_found: 404 },
})
