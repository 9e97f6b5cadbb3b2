import { z } from 'zod'
import { endpoint, type Endpoint } from './endpoint.ts'
import type { PermissionTag } from './roles.ts'
import { CalendarDate, isSpan, searchText, spanError } from './wire.ts'

/** Answer of every list: rows, the cursor of the next page, and a count that stops at 10,000. */
const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().nullable(),
    count: z.number().int(),
    countIsCapped: z.boolean(),
  })

/** Rows of a page, unless the reader asks for another number. */
export const usualPageSize = 50

type ListShape = {
  readonly path: `/${string}`
  readonly summary: string
  readonly who: 'signed-in' | PermissionTag
  /** One row as it travels. */
  readonly row: z.ZodObject
  /** What the rows can be narrowed by, besides days and words. Every value arrives as a string. */
  readonly filters?: z.ZodRawShape
  /** The field of the row whose day lies between `from` and `to`, both inclusive, in the reader's time zone. */
  readonly days?: string
  /** Orders that a reader can choose; the first is the usual one. `-changedAt` is newest first. */
  readonly sorts: readonly [string, ...string[]]
  /** Takes words to search for (`q`). */
  readonly search?: true
  /** `outside`: a service outside is asked for some of the facts. */
  readonly effect?: 'outside'
  /** Facts of the whole list, besides the rows. */
  readonly extra?: z.ZodRawShape
}

type OrEmpty<T> = T extends z.ZodRawShape ? T : Record<never, never>
type DayFields = {
  from: z.ZodOptional<typeof CalendarDate>
  to: z.ZodOptional<typeof CalendarDate>
}
type PageFields<L extends ListShape> = {
  limit: z.ZodDefault<z.ZodCoercedNumber>
  cursor: z.ZodOptional<z.ZodString>
  sort: z.ZodDefault<z.ZodEnum<{ [S in L['sorts'][number]]: S }>>
} & (L['search'] extends true ? { q: z.ZodOptional<typeof searchText> } : Record<never, never>) &
  (L['days'] extends string ? DayFields : Record<never, never>)

/** The query of a list. */
export type ListQuery<L extends ListShape> = z.ZodObject<PageFields<L> & OrEmpty<L['filters']>>

/** What a list declares, with the call that it becomes. */
export type ListEndpoint<L extends ListShape = ListShape> = Endpoint & {
  readonly path: L['path']
  readonly method: 'GET'
  readonly who: L['who']
  readonly input: ListQuery<L>
  readonly output: z.ZodObject<ReturnType<typeof pageOf<L['row']>>['shape'] & OrEmpty<L['extra']>>
  readonly effect: ListShape extends L
    ? 'read' | 'outside'
    : L extends { effect: 'outside' }
      ? 'outside'
      : 'read'
  readonly refusals: { readonly validation: 422 }
  readonly list: L
}

type Span = Parameters<typeof isSpan>[0]

const page = z.coerce.number().int().min(1).max(200).default(usualPageSize)

/**
 * Declares a list once: a GET with keyset pages, a capped count, orders, typed filters, days and search. The server's
 * `list()` reads it, the web's `ListPage` shows it (api §2).
 */
export const listEndpoint = <const L extends ListShape>(declared: L): ListEndpoint<L> => {
  const { path, summary, who, row, filters = {}, sorts, days, search, extra = {}, effect = 'read' } = declared
  const fields = z.object({
    limit: page,
    cursor: z.string().max(500).optional(),
    sort: z.enum([...sorts]).default(sorts[0]),
    ...(search ? { q: searchText.optional() } : {}),
    ...(days ? { from: CalendarDate.optional(), to: CalendarDate.optional() } : {}),
    ...filters,
  })
  const input = days ? fields.refine((sent) => isSpan(sent as Span), spanError) : fields
  const call = endpoint({
    method: 'GET',
    path,
    summary,
    who,
    effect,
    input,
    output: pageOf(row).extend(extra),
    refusals: { validation: 422 },
  })
  return { ...call, list: declared } as unknown as ListEndpoint<L>
}
