import { z } from 'zod'
import { endpoint, type Endpoint, type StepUpLevel } from './endpoint.ts'
import { Cents, SignedCents } from './money.ts'
import type { PermissionTag } from './roles.ts'
import { CalendarDate, DownloadAddress, Id, isSpan, searchText, spanError } from './wire.ts'

/** Answer of every list: rows, the cursor of the next page, and a count of at most 10,000. */
const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().nullable(),
    count: z.number().int(),
    countIsCapped: z.boolean(),
  })

/** Rows of a page, unless the request names another number. */
export const usualPageSize = 50

type ListShape = {
  readonly path: `/${string}`
  readonly summary: string
  readonly who: 'signed-in' | PermissionTag
  /** Schema of one row on the wire. */
  readonly row: z.ZodObject
  /** Filters of the rows, besides days and search. Every value arrives as a string. */
  readonly filters?: z.ZodRawShape
  /** Field of the row whose day is between `from` and `to`, both inclusive, in the reader's time zone. */
  readonly days?: string
  /** Orders that a reader can choose; the first is the default. `-changedAt` is newest first. */
  readonly sorts: readonly [string, ...string[]]
  /** The list can be searched by text (`q`). */
  readonly search?: true
  /** One row can be read by its id (`id`): a link to a row's details needs it. */
  readonly byId?: true
  /** `outside`: some facts come from an outside service. */
  readonly effect?: 'outside'
  /** Facts about the whole list, besides the rows. */
  readonly extra?: z.ZodRawShape
  /** Filters that the page has a tab for, by name. One call counts the rows of all tabs. */
  readonly tabs?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /**
   * All rows of a filter as a CSV file, for everybody who may read the list. A file with other people's data
   * has its own tag and step-up.
   */
  readonly csv?: { readonly tag?: PermissionTag; readonly stepUp?: StepUpLevel }
}

type OrEmpty<T> = T extends z.ZodRawShape ? T : Record<never, never>
type DayFields = {
  from: z.ZodOptional<typeof CalendarDate>
  to: z.ZodOptional<typeof CalendarDate>
}
type PageFields = { limit: z.ZodDefault<z.ZodCoercedNumber>; cursor: z.ZodOptional<z.ZodString> }
type IdField<L extends ListShape> = L['byId'] extends true
  ? { id: z.ZodOptional<typeof Id> }
  : Record<never, never>
type FilterFields<L extends ListShape> = {
  sort: z.ZodDefault<z.ZodEnum<{ [S in L['sorts'][number]]: S }>>
} & (L['search'] extends true ? { q: z.ZodOptional<typeof searchText> } : Record<never, never>) &
  (L['days'] extends string ? DayFields : Record<never, never>) &
  OrEmpty<L['filters']>

/** The query of a list. */
export type ListQuery<L extends ListShape> = z.ZodObject<PageFields & IdField<L> & FilterFields<L>>

/** The call that makes a CSV file of a list. It answers the address of the file. */
export type CsvEndpoint<L extends ListShape = ListShape> = Endpoint & {
  readonly path: `${L['path']}/export`
  readonly method: 'POST'
  readonly who: L['who']
  readonly input: z.ZodObject<FilterFields<L> & { columns: z.ZodOptional<typeof fileColumns> }>
  readonly output: typeof DownloadAddress
  readonly effect: 'write'
  readonly refusals: { readonly validation: 422 }
}

type CountedFilters = Readonly<Record<string, string | undefined>>
/** The call that counts the rows of each tab of a list, and of `all`: 10,001 means more than 10,000. */
export type CountsEndpoint = Endpoint & {
  readonly path: `/${string}/counts`
  readonly method: 'GET'
  /** The filters of the list, without an order. */
  readonly input: z.ZodType<CountedFilters, CountedFilters>
  readonly output: z.ZodObject<{ counts: z.ZodRecord<z.ZodString, z.ZodNumber> }>
  readonly effect: 'read'
  readonly refusals: { readonly validation: 422 }
}

/** A list's declaration, with the call that it creates. */
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
  readonly csv: ListShape extends L
    ? CsvEndpoint | undefined
    : L extends { csv: object }
      ? CsvEndpoint<L>
      : undefined
  readonly counts: ListShape extends L
    ? CountsEndpoint | undefined
    : L extends { tabs: object }
      ? CountsEndpoint
      : undefined
  /** The filters of each tab, as plain data. */
  readonly tabs: NonNullable<ListShape['tabs']>
  readonly queryFields: readonly QueryField[]
  readonly fieldKinds: FieldKinds
}

/** What a field of a list's query accepts, as plain data: pages read it without the schemas. */
export type QueryField = {
  readonly name: string
  /** Allowed values; null: any value, such as an id. */
  readonly values: readonly string[] | null
  /** Source of the regular expression for the value, if it has one. */
  readonly pattern: string | null
}

/**
 * What a field of a row holds: an instant, an amount of USD, one of a few values, yes or no, a number, other
 * text.
 */
export type FieldKind = 'time' | 'money' | 'choice' | 'yesNo' | 'number' | 'text'
/** The kinds of a row's fields, as plain data. Fields with several parts have none. */
export type FieldKinds = Readonly<Record<string, FieldKind>>

const kindOf = (schema: z.core.$ZodType): FieldKind | null => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return kindOf(schema.unwrap())
  if (schema === Cents || schema === SignedCents) return 'money'
  if (schema instanceof z.ZodCodec) return schema.out instanceof z.ZodDate ? 'time' : null
  if (schema instanceof z.ZodEnum) return 'choice'
  if (schema instanceof z.ZodBoolean) return 'yesNo'
  if (schema instanceof z.ZodNumber) return 'number'
  return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat ? 'text' : null
}

const fieldKindsOf = ({ shape }: z.ZodObject): FieldKinds => {
  const kinds = Object.entries(shape).map(([name, schema]) => [name, kindOf(schema)] as const)
  return Object.fromEntries(kinds.flatMap((each) => (each[1] === null ? [] : [each as [string, FieldKind]])))
}

const isText = (value: unknown): value is string => typeof value === 'string'

const queryFieldsOf = (fields: z.ZodRawShape): QueryField[] =>
  Object.entries(fields).map(([name, { _zod: schema }]) =>
    schema.values === undefined
      ? { name, values: null, pattern: schema.pattern?.source ?? null }
      : { name, values: [...schema.values].filter(isText), pattern: null },
  )

type Span = Parameters<typeof isSpan>[0]

const page = z.coerce.number().int().min(1).max(200).default(usualPageSize)

const filterFields = ({ sorts, search, days, filters = {} }: ListShape) => ({
  sort: z.enum([...sorts]).default(sorts[0]),
  ...(search ? { q: searchText.optional() } : {}),
  ...(days ? { from: CalendarDate.optional(), to: CalendarDate.optional() } : {}),
  ...filters,
})
const queryOf = (list: ListShape, fields: z.ZodRawShape) =>
  list.days === undefined
    ? z.object(fields)
    : z.object(fields).refine((sent) => isSpan(sent as Span), spanError)

/** Names of the columns of a file, in their order. Without them it has all its columns. */
const fileColumns = z
  .string()
  .max(1000)
  .regex(/^\w+(?:,\w+)*$/, { error: 'invalid' })

const csvEndpoint = (list: ListShape, { tag, stepUp }: NonNullable<ListShape['csv']>) =>
  endpoint({
    method: 'POST',
    path: `${list.path}/export`,
    summary: `One-time address of a CSV of these rows: ${list.summary}`,
    who: list.who,
    ...(tag ? { alsoTag: tag } : {}),
    ...(stepUp ? { stepUp } : {}),
    effect: 'write',
    status: 201,
    input: queryOf(list, { ...filterFields(list), columns: fileColumns.optional() }),
    output: DownloadAddress,
    refusals: { validation: 422 },
  })

const countsEndpoint = (list: ListShape, tabs: NonNullable<ListShape['tabs']>) => {
  const { sort: _sort, ...filters } = filterFields(list)
  return endpoint({
    method: 'GET',
    path: `${list.path}/counts`,
    summary: `How many rows each tab has, 10,001 for more than 10,000: ${list.summary}`,
    who: list.who,
    effect: 'read',
    input: queryOf(list, filters),
    output: z.object({ counts: z.record(z.enum(['all', ...Object.keys(tabs)]), z.number().int()) }),
    refusals: { validation: 422 },
  })
}

/**
 * Declares a list once: a GET with keyset pages, a capped count, orders, typed filters, days and search. The
 * server implements it by `list()`, and the web shows it by `ListPage` (api §2).
 */
export const listEndpoint = <const L extends ListShape>(declared: L): ListEndpoint<L> => {
  const { path, summary, who, row, extra = {}, effect = 'read', csv, byId, tabs } = declared
  const paging = { limit: page, cursor: z.string().max(500).optional(), ...(byId && { id: Id.optional() }) }
  const call = endpoint({
    method: 'GET',
    path,
    summary,
    who,
    effect,
    input: queryOf(declared, { ...paging, ...filterFields(declared) }),
    output: pageOf(row).extend(extra),
    refusals: { validation: 422 },
  })
  return {
    ...call,
    list: declared,
    csv: csv && csvEndpoint(declared, csv),
    counts: tabs && countsEndpoint(declared, tabs),
    tabs: tabs ?? {},
    queryFields: queryFieldsOf(filterFields(declared)),
    fieldKinds: fieldKindsOf(row),
  } as unknown as ListEndpoint<L>
}
