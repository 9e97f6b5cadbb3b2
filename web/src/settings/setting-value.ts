import type { ListedSetting, SettingKind } from '@cardamom/contract/settings/setting-pages'
import { settingPages, type SettingPageName } from '@cardamom/contract/settings/setting-pages'
import type { PasskeyGroup } from '@cardamom/contract/settings'
import { countryCodes } from '@cardamom/contract/countries'
import { capital } from '../kernel/date-text.ts'
import { countryName } from '../kernel/country-names.ts'
import { useDates } from '../kernel/dates.tsx'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useModuleName } from '../ui/module-name.ts'
import { useRuleText } from '../ui/setting-fact.ts'
import { countedUnit, durationText, typedSeconds } from './duration-text.ts'

export type AssetRule = {
  readonly asset: string
  readonly network: string
  readonly isOffered: boolean
  readonly minimum: string
}
export type ExplorerLink = { readonly network: string; readonly link: string }
export type Restriction = { readonly tier: number; readonly module: string }

const kinds = Object.fromEntries(
  Object.values(settingPages).flatMap(({ settings }) => Object.entries(settings)),
) as Readonly<Record<string, SettingKind>>

/** How a form shows a setting; a setting of a newer server is text. */
export const kindOf = (key: string): SettingKind => kinds[key] ?? 'number'

const listed: ReadonlySet<SettingKind> = new Set(['countries', 'days', 'tiers', 'groups', 'assets', 'links'])

/** The text of a value in a form: a list is JSON. */
export const typedValue = (key: string, value: unknown): string => {
  if (kindOf(key) === 'times') return (value as readonly number[]).map(durationText).join(', ')
  if (kindOf(key) === 'seconds') return durationText(Number(value))
  return listed.has(kindOf(key)) ? JSON.stringify(value) : String(value)
}

const wholeNumber = (typed: string): unknown => (/^\d+$/.test(typed.trim()) ? Number(typed) : typed)

/** Rules that differ from what is usual. */
export const sentRules = (typed: readonly AssetRule[]): AssetRule[] =>
  typed
    .map((rule) => ({ ...rule, minimum: rule.minimum.trim() === '' ? '0' : rule.minimum.trim() }))
    .filter(({ isOffered, minimum }) => !isOffered || !/^0+(\.0+)?$/.test(minimum))

/** Networks whose field is filled in. */
export const sentLinks = (typed: readonly ExplorerLink[]): ExplorerLink[] =>
  typed.map(({ network, link }) => ({ network, link: link.trim() })).filter(({ link }) => link !== '')

/** The value of a text in a form, for the call. */
export const sentValue = (key: string, typed: string): unknown => {
  const kind = kindOf(key)
  if (kind === 'assets') return sentRules(JSON.parse(typed) as AssetRule[])
  if (kind === 'links') return sentLinks(JSON.parse(typed) as ExplorerLink[])
  if (listed.has(kind)) return JSON.parse(typed) as unknown
  if (kind === 'yesNo') return typed === 'true'
  if (kind === 'money' || kind === 'percent') return typed.trim()
  if (kind === 'text') return typed.trim()
  if (kind === 'times') return typed.split(',').map(typedSeconds)
  if (kind === 'seconds') return typedSeconds(typed)
  return wholeNumber(typed)
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

const linksText = (t: ReturnType<typeof useText<'settings'>>, links: readonly ExplorerLink[]): string =>
  links.length === 0
    ? t('explorers.none')
    : links.map(({ network, link }) => t('explorers.of', { network: capital(network), link })).join(', ')

/** A value as people read it. */
export const useSettingText = () => {
  const t = useText('settings')
  const locale = useLocale()
  const moduleName = useModuleName()
  const ruleText = useRuleText()
  const date = useDates()
  const timeText = (seconds: unknown): string => {
    if (typeof seconds !== 'number') return String(seconds)
    const { word, count } = countedUnit(seconds)
    return t(word, { count })
  }
  const countriesText = (supported: readonly unknown[]): string => {
    const codes = unsupportedCountries(supported)
    if (codes.length === 0) return t('none')
    if (codes.length > mostNames) return t('countries', { count: codes.length })
    return codes.map((code) => countryName({ code, locale })).join(', ')
  }
  return (key: string, value: unknown): string => {
    const kind = kindOf(key)
    if (value === null || value === undefined || value === '') return t('none')
    if (kind === 'yesNo') return t(value === true ? 'on' : 'off')
    if (kind === 'hours') return t('hours', { count: Number(value) })
    if (kind === 'minutes') return t('minutes', { count: Number(value) })
    if (kind === 'wholeDays') return t('wholeDays', { count: Number(value) })
    if (kind === 'seconds') return timeText(value)
    if (!Array.isArray(value)) {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      if (kind === 'money') return moneyText(text)
      return kind === 'percent' ? `${text} %` : text
    }
    if (kind === 'countries') return countriesText(value)
    if (kind === 'links') return linksText(t, value as ExplorerLink[])
    if (value.length === 0) return t(kind === 'assets' ? 'assets.all' : 'none')
    if (kind === 'assets') return (value as AssetRule[]).map(ruleText).join(', ')
    if (kind === 'groups') return (value as PasskeyGroup[]).map((each) => t(`groups.${each}`)).join(', ')
    if (kind === 'times') return value.map(timeText).join(', ')
    if (kind === 'tiers')
      return (value as Restriction[])
        .map(({ tier, module }) => t('restriction', { module: moduleName(module), tier: String(tier) }))
        .join(', ')
    return value.map((each) => (kind === 'days' ? dayText(String(each), date) : String(each))).join(', ')
  }
}
