import type { RestrictableModule, SettingKey, SettingValue } from '@cardamom/contract/settings'
import { sql as fragment, type RawBuilder } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { decodeSetting, encodeSetting, presetOf } from './setting.ts'

const valueOf = <K extends SettingKey>(key: K, stored: unknown): SettingValue<K> =>
  (stored === undefined ? null : decodeSetting(key, stored)) ?? presetOf(key)

/** Reads the values of some settings. An unchanged setting has its preset. */
export const readSettings = async <K extends SettingKey>(
  sql: Queries,
  keys: readonly K[],
): Promise<{ readonly [Key in K]: SettingValue<Key> }> => {
  const changed = await sql
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('key', '=', anyOf(keys))
    .execute()
  const stored = new Map<string, unknown>(changed.map(({ key, value }) => [key, value]))
  return Object.fromEntries(keys.map((key) => [key, valueOf(key, stored.get(key))])) as {
    [Key in K]: SettingValue<Key>
  }
}

/** Reads the value of one setting, which calls do. For a list of keys PostgreSQL makes a new plan each time. */
export const readSetting = async <K extends SettingKey>(sql: Queries, key: K): Promise<SettingValue<K>> => {
  const row = await sql.maybe<{ value: unknown }>('select value from setting where key = $1', [key])
  return valueOf(key, row?.value)
}

/** A setting that is a whole number, as an expression of another query. */
export const numberSetting = (
  key: { [K in SettingKey]: SettingValue<K> extends number ? K : never }[SettingKey],
): RawBuilder<number> =>
  fragment`coalesce((select (value #>> '{}')::int from setting where key = ${key}), ${presetOf(key)}::int)`

/** Whether a module is switched off for companies of a tier (domain §3). */
export const readIsRestricted = async (
  sql: Queries,
  of: { tier: number; module: RestrictableModule },
): Promise<boolean> =>
  (await readSetting(sql, 'tierRestrictions')).some(
    ({ tier, module }) => tier === of.tier && module === of.module,
  )

/** Stores a row of the table of settings, and counts its version up. */
export const storeSetting = async (
  sql: Queries,
  { key, json, at, by }: { key: string; json: string; at: Date; by: string | null },
): Promise<void> => {
  const written = { value: json, changedAt: at, changedBy: by }
  await sql
    .insertInto('setting')
    .values({ key, ...written })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(({ eb }) => ({ ...written, version: eb('setting.version', '+', 1) })),
    )
    .execute()
}

/** Stores a value. Throws when it is outside the setting's bounds. */
export const writeSetting = async <K extends SettingKey>(
  sql: Queries,
  change: { key: K; value: SettingValue<K>; at: Date; by: string | null },
): Promise<void> => {
  const { key, at, by } = change
  await storeSetting(sql, { key, json: encodeSetting(key, change.value), at, by })
}
