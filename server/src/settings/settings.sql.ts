import type { RestrictableModule, SettingKey, SettingValue } from '@cardamom/contract/settings'
import type { Queries } from '../kernel/queries.ts'
import { decodeSetting, encodeSetting, presetOf } from './setting.ts'

const read = 'select key, value from setting where key = any($1)'
const write = `insert into setting (key, value, changed_at, changed_by) values ($1, $2, $3, $4)
  on conflict (key) do update set value = excluded.value, version = setting.version + 1,
    changed_at = excluded.changed_at, changed_by = excluded.changed_by`

/** Values of some settings, the catalogue's where the operator changed nothing. */
export const readSettings = async <K extends SettingKey>(
  sql: Queries,
  keys: readonly K[],
): Promise<{ readonly [Key in K]: SettingValue<Key> }> => {
  const rows = await sql.rows<{ key: K; value: unknown }>(read, [keys])
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const valueOf = (key: K) => {
    const decoded = stored.has(key) ? decodeSetting(key, stored.get(key)) : null
    return decoded ?? presetOf(key)
  }
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as {
    [Key in K]: SettingValue<Key>
  }
}

/** The value of one setting, the catalogue's where the operator changed nothing. */
export const readSetting = async <K extends SettingKey>(sql: Queries, key: K): Promise<SettingValue<K>> =>
  (await readSettings(sql, [key]))[key]

/** Whether a module is switched off for companies of a tier (domain §3). */
export const readIsRestricted = async (
  sql: Queries,
  of: { tier: number; module: RestrictableModule },
): Promise<boolean> =>
  (await readSetting(sql, 'tierRestrictions')).some(
    ({ tier, module }) => tier === of.tier && module === of.module,
  )

/** Stores a value. Throws when it is outside the setting's bounds. */
export const writeSetting = async <K extends SettingKey>(
  sql: Queries,
  change: { key: K; value: SettingValue<K>; at: Date; by: string | null },
): Promise<void> => {
  await sql.run(write, [change.key, encodeSetting(change.key, change.value), change.at, change.by])
}
