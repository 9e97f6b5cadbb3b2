import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, typedText } from '../wire.ts'
import { LimitAmount } from './balance-allowances.ts'

/** The fields that a person types. */
export const EmergencyForm = z.object({ maximum: LimitAmount, reason: typedText({ max: 500 }) })

export const setEmergencyMaximum = endpoint({
  method: 'POST',
  path: '/emergency-maximums',
  summary:
    'Set the maximum emergency load of a company and of those below it, or end it, so that the one of the company above or of the platform counts',
  who: 'limits.manage',
  stepUp: 'S2',
  idempotent: true,
  input: z.object({
    ...EmergencyForm.shape,
    /** Null ends the company's own maximum. */
    maximum: LimitAmount.nullable(),
    companyId: Id,
    /** Version that the person saw; 0: nobody had set one. */
    version: z.number().int().min(0),
  }),
  output: z.object({ version: z.number().int() }),
  refusals: {
    record_not_found: 404,
    record_changed: 409,
    nothing_changes: 409,
    validation: 422,
  },
})
