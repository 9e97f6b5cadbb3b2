import type { Queries } from '../kernel/queries.ts'
import { storeSetting } from './settings.sql.ts'

/** A text that the operator changed, in the table of settings under a key of its own. */
export type StoredText = {
  readonly key: string
  /** Null: the built-in text again. */
  readonly value: unknown
  readonly version: number
  readonly changedAt: Date
}

/** The texts whose keys start with a prefix. */
export const readStoredTexts = (sql: Queries, prefix: string): Promise<StoredText[]> =>
  sql
    .selectFrom('setting')
    .select(['key', 'value', 'version', 'changedAt'])
    .where((eb) => eb.fn<boolean>('starts_with', ['key', eb.val(prefix)]))
    .execute()

/** Stores a text, or null for the built-in one. */
export const writeStoredText = (
  sql: Queries,
  { value, ...of }: { key: string; value: object | null; at: Date; by: string },
): Promise<void> => storeSetting(sql, { ...of, json: JSON.stringify(value) })
