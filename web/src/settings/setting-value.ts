import type { ListedSetting, SettingKind } from '@cardamom/contract/settings/setting-pages'
import { settingPages, type SettingPageName } from '@cardamom/contract/settings/setting-pages'
import { countryCodes } from '@cardamom/contract/countries'
import { countryName } from '../kernel/country-names.ts'
import { useDates } from '../kernel/dates.tsx'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useModuleName } from '../ui/module-name.ts'

export type Restriction = { readonly tier: number; readonly module: string }

const kinds = Object.fromEntries(
  Object.values(settingPages).flatMap(({ settings }) => Object.entries(settings)),
) as Readonly<Record<string, SettingKind>>

/** How a form shows a setting; a setting of a newer server is text. */
export const kindOf = (key: string): SettingKind => kinds[key] ?? 'number'

const listed: ReadonlySet<SettingKind> = new Set(['countries', 'days', 'tiers'])

/** The text of a value in a form: a list is JSON. */
export const typedValue = (key: string, value: unknown): string =>
  listed.has(kindOf(key)) ? JSON.stringify(value) : String(value)

/** The value of a text in a form, for the call. */
export const sentValue = (key: string, typed: string): unknown => {
  const kind = kindOf(key)
  if (listed.has(kind)) return JSON.parse(typed) as unknown
  if (kind === 'yesNo') return typed === 'true'
  if (kind === 'money' || kind === 'percent') return typed.trim()
  return /^\d+$/.test(typed.trim()) ? Number(typed) : typed
}

export const keysOf = (page: SettingPageName): ListedSetting[] =>
  Object.keys(settingPages[page].settings) as ListedSetting[]

/** The setting has the supported countries; people read and choose the others. */
export const unsupportedCountries = (supported: readonly unknown[]): readonly string[] =>
  countryCodes.filter((code) => !supported.includes(code))

/** More countries than these are a number. */
const mostNames = 8

/** A day of a calendar with its year. */
export const dayText = (day: string, date: ReturnType<typeof useDates>): string =>
  `${date(day, 'short')} ${day.slice(0, 4)}`

/** A value as people read it. */
export const useSettingText = () => {
  const t = useText('settings')
  const locale = useLocale()
  const moduleName = useModuleName()
  const date = useDates()
  const countriesText = (supported: readonly unknown[]): string => {
    const codes = unsupportedCountries(supported)
    if (codes.length === 0) return t('none')
    if (codes.length > mostNames) return t('countries', { count: codes.length })
    return codes.map((code) => countryName({ code, locale })).join(', ')
  }
  return (key: string, value: unknown): string => {
    const kind = kindOf(key)
    if (value === null || value === undefined) return t('none')
    if (kind === 'yesNo') return t(value === true ? 'on' : 'off')
    if (kind === 'hours') return t('hours', { count: Number(value) })
    if (kind === 'seconds') return t('seconds', { count: Number(value) })
    if (!Array.isArray(value)) {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      if (kind === 'money') return moneyText(text)
      return kind === 'percent' ? `${text} %` : text
    }
    if (kind === 'countries') return countriesText(value)
    if (value.length === 0) return t('none')
    if (kind === 'tiers')
      return (value as Restriction[])
        .map(({ tier, module }) => t('restriction', { module: moduleName(module), tier: String(tier) }))
        .join(', ')
    return value.map((each) => (kind === 'days' ? dayText(String(each), date) : String(each))).join(', ')
  }
}
