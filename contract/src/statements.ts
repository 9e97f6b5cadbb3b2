import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CalendarDate, Id } from './wire.ts'

/** The span of a statement: days of the company's time zone, inclusive; `to` alone is the account as of that day. */
const StatementQuery = z
  .object({ from: CalendarDate.optional(), to: CalendarDate.optional(), cardId: Id.optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: 'date_invalid',
    path: ['to'],
  })

export const fetchStatement = endpoint({
  method: 'GET',
  path: '/transactions/statement',
  summary: 'A statement as PDF: balances before and after, and every row that moved them',
  who: 'signed-in',
  effect: 'outside',
  rate: 'read',
  body: 'spec',
  input: StatementQuery,
  output: z.null(),
  streams: ['application/pdf'],
  refusals: { validation: 422, record_not_found: 404, unavailable: 503, rate_limited: 429 },
})
