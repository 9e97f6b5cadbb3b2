import { sql as fragment } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { Queries } from '../kernel/queries.ts'
import type { FieldValue, FieldValues } from '../kernel/recorded-change.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'

/** A row of the catalogue of cards: a plan or a type. */
export type CatalogueRow = { readonly id: string; readonly code: string; readonly version: number }

/** A change of a row whose caller has named its version. */
export type CatalogueCall = WriteTransaction & {
  readonly params: { readonly id: string }
  readonly request: FastifyRequest
}

/** Others who change the catalogue wait until this transaction ends, so that every check of it stays true. */
export const lockCatalogue = async (sql: Queries): Promise<void> => {
  await sql
    .selectNoFrom(fragment`pg_advisory_xact_lock(hashtextextended('catalogue of cards', 0))`.as('lock'))
    .execute()
}

/** SQLSTATE of a row that others refer to. */
const isReferredTo = (error: unknown): boolean => (error as { code?: string }).code === '23503'

/**
 * Deletes a row to which no other refers. False: there is one. The database compares all cards, also those outside of
 * the caller's scope.
 */
export const deletedUnrelated = async (sql: Queries, remove: () => Promise<unknown>): Promise<boolean> => {
  await sql.run('savepoint deletion')
  try {
    await remove()
    return true
  } catch (error) {
    if (!isReferredTo(error)) throw error
    await sql.run('rollback to savepoint deletion')
    return false
  }
}

/** Signs that mean something in a pattern are searched as they are. */
export const pattern = (phrase: string) =>
  `%${phrase.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

type Changes = Readonly<Record<string, FieldValue>>

/** Those of the changes that set another value of a field. */
const differing = (row: object, changes: Changes): Changes => {
  const now = row as Changes
  const isOther = (field: string, value: FieldValue) =>
    value !== undefined &&
    JSON.stringify(value, bigintText) !== JSON.stringify(now[field] ?? null, bigintText)
  return Object.fromEntries(Object.entries(changes).filter(([field, value]) => isOther(field, value)))
}
const bigintText = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/**
 * Changes of the rows of one table: finds the row, compares `If-Match`, decides, writes what differs and answers the
 * record. A change of nothing writes nothing.
 */
export const catalogueChanges = <Row extends CatalogueRow, Record>(of: {
  readonly entity: 'card_plan' | 'card_type'
  readonly find: (sql: Queries, id: string) => Promise<Row | null>
  readonly record: (sql: Queries, row: Row) => Promise<Record>
  readonly wire: (record: Record) => object
  readonly write: (sql: Queries, id: string, changes: Changes) => Promise<void>
  /** Values as the audit shows them. */
  readonly shown?: (values: FieldValues) => FieldValues
}) => {
  const { entity, shown = (values: FieldValues) => values } = of

  /** The row of the version that the caller named. */
  const named = async ({
    sql,
    params: { id },
    request,
  }: CatalogueCall): Promise<Answer<Row, 'record_not_found' | 'record_changed' | 'validation'>> => {
    const version = versionIn(request)
    if (version === null) return refused('validation', noVersion)
    await lockCatalogue(sql)
    const row = await of.find(sql, id)
    if (!row) return refused('record_not_found')
    if (row.version === version) return accepted(row)
    return refused('record_changed', { data: { ...of.wire(await of.record(sql, row)) } })
  }

  const change = async <Code extends string>(
    call: CatalogueCall,
    decide: (row: Row) => Promise<Answer<Changes, Code>> | Answer<Changes, Code>,
  ): Promise<Answer<Record, Code | 'record_not_found' | 'record_changed' | 'validation'>> => {
    const { sql, recordChange } = call
    const row = await named(call)
    if (!row.accepted) return row
    const { id } = row.value
    const decided = await decide(row.value)
    if (!decided.accepted) return decided
    const changes = differing(row.value, decided.value)
    if (Object.keys(changes).length > 0) {
      await of.write(sql, id, changes)
      const was = row.value as unknown as FieldValues
      const before = Object.fromEntries(Object.keys(changes).map((field) => [field, was[field]]))
      recordChange({ entity, entityId: id, companyId: null, before: shown(before), after: shown(changes) })
    }
    const present = await of.find(sql, id)
    if (!present) throw new Error(`The ${entity} disappeared while it was locked`)
    return accepted(await of.record(sql, present))
  }

  const remove = async <Code extends string>(
    call: CatalogueCall,
    how: {
      readonly refuse?: (row: Row) => Answer<null, Code>
      readonly before: (row: Row) => FieldValues
      readonly run: (row: Row) => Promise<unknown>
    },
  ): Promise<
    Answer<{ deleted: true }, Code | 'record_not_found' | 'record_changed' | 'validation' | 'related_records'>
  > => {
    const row = await named(call)
    if (!row.accepted) return row
    const allowed = how.refuse?.(row.value) ?? accepted(null)
    if (!allowed.accepted) return allowed
    if (!(await deletedUnrelated(call.sql, () => how.run(row.value)))) return refused('related_records')
    const { id } = row.value
    call.recordChange({ entity, entityId: id, companyId: null, before: how.before(row.value), after: null })
    return accepted({ deleted: true })
  }

  return { change, remove }
}
