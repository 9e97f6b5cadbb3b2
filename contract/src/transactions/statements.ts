import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CalendarDate, Id, isSpan, spanError, TimeZone } from '../wire.ts'

/**
 * Period of a statement: days in the person's time zone, inclusive. With `to` alone, the statement shows the
 * account on that day.
 */
const StatementQuery = z
  .object({ from: CalendarDate.optional(), to: CalendarDate.optional(), cardId: Id.optional() })
  .refine(isSpan, spanError)

export const fetchStatement = endpoint({
  method: 'GET',
  path: '/transactions/statement',
  summary: 'A statement as PDF: balances before and after, and every row that changed them',
  who: 'signed-in',
  effect: 'outside',
  rate: 'read',
  body: 'bare',
  input: StatementQuery,
  output: z.null(),
  streams: ['application/pdf'],
  refusals: { validation: 422, record_not_found: 404, unavailable: 503, rate_limited: 429 },
})

export const fetchReceipt = endpoint({
  method: 'GET',
  path: '/transactions/receipt',
  summary: 'A receipt of one row as PDF: merchant, city, amount, rate, fees, card, times and reference',
  who: 'signed-in',
  effect: 'outside',
  rate: 'read',
  body: 'bare',
  input: z.object({
    transactionId: Id,
    /** Time zone of the statement; the person's own when absent. */
    timeZone: TimeZone.optional(),
  }),
  output: z.null(),
  streams: ['application/pdf'],
  refusals: { validation: 422, record_not_found: 404, unavailable: 503, rate_limited: 429 },
})
