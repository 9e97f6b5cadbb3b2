import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DownloadAddress } from './wire.ts'

/**
 * Calls that answer a file. Each can be fetched with the bearer token, or by a browser with a one-time
 * address. The CSV of a list has its own call for that address (`POST <list>/export`).
 */
export const fileCalls = ['/transactions/statement', '/transactions/receipt'] as const

export const createDownload = endpoint({
  method: 'POST',
  path: '/downloads',
  summary: 'A one-time address of a file, for a browser to fetch within a minute with its session cookie',
  who: 'signed-in',
  whileTermsDue: true,
  status: 201,
  input: z.object({
    call: z.enum(fileCalls),
    /** Query of the file call. */
    query: z.record(z.string().max(40), z.string().max(200)).default({}),
  }),
  output: DownloadAddress,
  refusals: { validation: 422 },
})

export const fetchDownload = endpoint({
  method: 'GET',
  path: '/downloads/:token',
  summary: 'The file of a one-time address, as an attachment',
  who: 'public',
  effect: 'outside',
  body: 'bare',
  params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  output: z.null(),
  streams: ['text/csv', 'application/pdf', 'application/x-ndjson'],
  refusals: { link_expired: 410, record_not_found: 404, unavailable: 503, rate_limited: 429 },
})
