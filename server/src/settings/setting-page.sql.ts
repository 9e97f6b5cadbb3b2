import {
  settingsOfPage,
  type ListedSetting,
  type SettingPageName,
} from '@cardamom/contract/settings/setting-pages'
import { sql as fragment } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { decodeSetting, encodeSetting, presetOf } from './setting.ts'

/** A setting of a page as it is stored; without a row it was never changed. */
export type SettingNow = {
  readonly key: ListedSetting
  /** As JSON text. */
  readonly value: string
  readonly preset: string
  readonly version: number
  readonly changedAt: Date | null
  readonly changedBy: string | null
}

/** Others who change settings wait until this transaction ends. */
export const lockSettings = async (sql: Queries): Promise<void> => {
  await sql
    .selectNoFrom(fragment`pg_advisory_xact_lock(hashtextextended('settings', 0))`.as('lock'))
    .execute()
}

/** The settings of a page, in the order of its declaration. */
export const readSettingsOfPage = async (sql: Queries, page: SettingPageName): Promise<SettingNow[]> => {
  const keys = settingsOfPage(page)
  const rows = await sql.selectFrom('setting').selectAll().where('key', '=', anyOf(keys)).execute()
  return keys.map((key) => {
    const row = rows.find((each) => each.key === key)
    const stored = row ? decodeSetting(key, row.value) : null
    const preset = encodeSetting(key, presetOf(key))
    return {
      key,
      value: stored === null ? preset : encodeSetting(key, stored),
      preset,
      version: row?.version ?? 0,
      changedAt: row?.changedAt ?? null,
      changedBy: row?.changedBy ?? null,
    }
  })
}

/** The version of a page: it grows with every change of one of its settings. */
export const versionOfPage = (found: readonly SettingNow[]): number =>
  found.reduce((sum, { version }) => sum + version, 0)
