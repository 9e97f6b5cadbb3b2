import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Id, Instant } from '../wire.ts'

/** Most rows of one file. */
export const mostStockRows = 1000
const bodyBytes = 384 * 1024

/** What can be wrong with a row of a file of stock. */
export const stockProblems = [
  'missing',
  'bin',
  'digits',
  'serial',
  'expiry',
  'expiry_soon',
  'duplicate',
  'known',
] as const

export const listCardStock = listEndpoint({
  path: '/card-stock',
  summary:
    'Physical cards without a name that can be assigned, newest first; searched by whole serial or last digits',
  who: 'cards.associate',
  row: z.object({
    id: Id,
    /** Printed on the package. */
    serial: z.string(),
    bin: z.string(),
    lastDigits: z.string(),
    /** `MM/YY` */
    expiry: z.string(),
    /** Name of its type of cards. */
    type: z.string(),
    createdAt: Instant,
  }),
  sorts: ['-createdAt', 'createdAt', 'serial'],
  days: 'createdAt',
  search: true,
  byId: true,
  csv: { tag: 'cards.request.process' },
})

const Cell = z.string().trim().max(60)
/** `cardTypeId`: the type of all cards of the file. The cells of a row are the typed ones. */
const StockFile = z.object({
  cardTypeId: Id,
  rows: z
    .array(
      z.object({
        line: z
          .number()
          .int()
          .min(1)
          .max(mostStockRows * 10),
        bin: Cell,
        lastDigits: Cell,
        serial: Cell,
        expiry: Cell,
      }),
    )
    .min(1)
    .max(mostStockRows),
})

const typeRefusals = { record_not_found: 404, type_not_physical: 409 } as const

export const checkCardStock = endpoint({
  method: 'POST',
  path: '/card-stock/checks',
  summary: 'What is wrong with the rows of a file of stock, by line; nothing is imported',
  who: 'cards.request.process',
  effect: 'read',
  rate: 'read',
  maxBodyBytes: bodyBytes,
  input: StockFile,
  output: z.object({
    good: z.number().int(),
    problems: z.array(
      z.object({
        line: z.number().int(),
        problem: z.enum(stockProblems),
        /** Of a duplicate the line of the first one. */
        firstLine: z.number().int().nullable(),
      }),
    ),
  }),
  refusals: typeRefusals,
})

export const importCardStock = endpoint({
  method: 'POST',
  path: '/card-stock',
  summary: 'Import the cards of a file, all of them or none',
  who: 'cards.request.process',
  effect: 'write',
  stepUp: 'S1',
  idempotent: true,
  status: 201,
  maxBodyBytes: bodyBytes,
  input: StockFile,
  output: z.object({ imported: z.number().int() }),
  refusals: { ...typeRefusals, permission_denied: 403, stock_rows_invalid: 409 },
})
