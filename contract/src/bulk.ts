import { z } from 'zod'
import { endpoint, type Endpoint } from './endpoint.ts'
import { Id, typedText } from './wire.ts'

/** Maximum number of rows of one bulk call. */
export const mostBulkRows = 100

/** Rows of one part of a bulk call, where the caller sends it in parts to see the progress and to be able to stop. */
export const bulkPartRows = 10

/** Why the rows are changed, for the audit: the input of most calls of one row. */
export const BulkNote = z.object({ note: typedText({ max: 500 }) })

/** What became of one row. `code` and `message` are those of its refusal; null: it is done. */
const BulkResult = z.object({ id: Id, code: z.string().nullable(), message: z.string().nullable() })
export type BulkResult = z.output<typeof BulkResult>

const BulkAnswer = z.object({ results: z.array(BulkResult) })

/** `from`: index of the first row of the part; absent: the call has no parts. */
type BulkInput = { readonly ids: readonly string[]; readonly from?: number | undefined } & Readonly<
  Record<string, unknown>
>
/** A call of one row that a bulk call can repeat: the row's id is in its path. */
type RowCall = Endpoint & { readonly method: 'POST'; readonly path: `/${string}/:id/${string}` }

export type BulkEndpoint = Endpoint & {
  readonly method: 'POST'
  readonly path: `/${string}/bulk/${string}`
  readonly who: RowCall['who']
  readonly stepUp: 'S2'
  readonly effect: 'outside'
  readonly idempotent: true
  /** The input of the call of one row, and the ids of the rows. */
  readonly input: z.ZodType<BulkInput, BulkInput>
  readonly output: typeof BulkAnswer
  readonly refusals: { readonly validation: 422 }
  /** The call of one row. */
  readonly rowCall: RowCall
}

/**
 * Declares a call that repeats the call of one row for up to 100 rows, each in its own transaction with its own audit
 * entry. The answer has a result for each row. One confirmation admits it, bound to exactly these rows (api §5).
 * A call with `from` is one part of ten rows; the confirmation of the first part admits the others, once and in order.
 */
export const bulkEndpoint = (
  rowCall: RowCall,
  { path, summary }: { readonly path: `/${string}/bulk/${string}`; readonly summary: string },
): BulkEndpoint => {
  const ids = z
    .array(Id)
    .min(1)
    .max(mostBulkRows)
    .refine((all) => new Set(all).size === all.length, { error: 'invalid' })
  const rowInput = (rowCall.input ?? z.object({})) as z.ZodObject
  const call = endpoint({
    method: 'POST',
    path,
    summary,
    who: rowCall.who,
    stepUp: 'S2',
    effect: 'outside',
    idempotent: true,
    input: rowInput.extend({
      ids,
      from: z
        .number()
        .int()
        .min(0)
        .max(mostBulkRows - 1)
        .optional(),
    }),
    output: BulkAnswer,
    refusals: { validation: 422 },
  })
  return { ...call, rowCall } as unknown as BulkEndpoint
}
