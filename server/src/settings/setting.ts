import { settings, type SettingKey, type SettingValue } from '@cardamom/contract/settings'
import { z } from 'zod'

/** Decodes the stored value of a setting. Null when it does not have the form of that setting any more. */
export const decodeSetting = <K extends SettingKey>(key: K, stored: unknown): SettingValue<K> | null => {
  const schema: z.ZodType = settings[key].schema
  const decoded = schema.safeParse(stored)
  return decoded.success ? (decoded.data as SettingValue<K>) : null
}

/** The stored form of a value. Throws when the value is outside the setting's bounds. */
export const encodeSetting = <K extends SettingKey>(key: K, value: SettingValue<K>): string => {
  const schema: z.ZodType = settings[key].schema
  return JSON.stringify(z.encode(schema, value as never))
}

export const presetOf = <K extends SettingKey>(key: K): SettingValue<K> =>
  settings[key].preset as SettingValue<K>
