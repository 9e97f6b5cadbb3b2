import { companySettingFields, type CompanySettingName } from '@cardamom/contract/companies/company-record'
import type { CompanyLineRow } from './company-records.sql.ts'

/** The values where no company of the line has chosen. */
export type PlatformValues = {
  readonly contactEmail: string | null
  readonly lockAfterSeconds: number
}

const platformValueOf = (name: CompanySettingName, { contactEmail, lockAfterSeconds }: PlatformValues) =>
  ({
    contactEmail,
    timeZone: 'UTC',
    kycService: 'veriff',
    kycFlow: 'redirect',
    passkeyMandatory: false,
    automaticCardCreation: false,
    cardCreationEnabled: true,
    lockAfterSeconds,
    supportHours: null,
  })[name]

/**
 * One setting of the last company of a line: its own value, the value that it inherits without one, and where
 * the value comes from. A company outside of the reader's scope is not named.
 */
const settingOf = (name: CompanySettingName, { line, seen, platform }: Parameters<typeof settingsOf>[0]) => {
  const own = line.at(-1)?.[name] ?? null
  const above = line.slice(0, -1).findLast((company) => company[name] !== null)
  const inherited = above ? above[name] : platformValueOf(name, platform)
  const inheritedOrigin = above ? 'above' : 'platform'
  return {
    own,
    value: own === null ? inherited : own,
    origin: own === null ? inheritedOrigin : 'own',
    inherited,
    inheritedOrigin,
    from: above && seen.has(above.id) ? above.name : null,
  }
}

type SettingOf<T> = {
  own: T | null
  value: T | null
  origin: 'own' | 'above' | 'platform'
  inherited: T | null
  inheritedOrigin: 'above' | 'platform'
  from: string | null
}

/** All settings of the last company of a line (domain §1). */
export const settingsOf = (of: {
  /** From tier 1 down to the company itself. */
  line: readonly CompanyLineRow[]
  /** Ids of the companies that the reader may see. */
  seen: ReadonlySet<string>
  platform: PlatformValues
}): { [N in CompanySettingName]: SettingOf<NonNullable<CompanyLineRow[N]>> } => {
  const names = Object.keys(companySettingFields) as CompanySettingName[]
  return Object.fromEntries(names.map((name) => [name, settingOf(name, of)])) as never
}

type Line = readonly CompanyLineRow[]

/** The branding of the last company of a line: its own, else that of the nearest company above. */
const brandOfLine = (line: Line) => {
  const own = line.findLast(({ hue }) => hue !== null)
  return JSON.stringify([own?.hue, own?.chroma, own?.logoUrl])
}

/** What another line of companies would change: the settings with another value, and whether the branding changes. */
export const differenceOfLines = (of: { present: Line; next: Line; platform: PlatformValues }) => {
  const settingsIn = (line: Line) => settingsOf({ line, seen: new Set(), platform: of.platform })
  const [before, after] = [settingsIn(of.present), settingsIn(of.next)]
  const names = Object.keys(before) as CompanySettingName[]
  return {
    settings: names.filter(
      (name) => JSON.stringify(before[name].value) !== JSON.stringify(after[name].value),
    ),
    changesBranding: brandOfLine(of.present) !== brandOfLine(of.next),
  }
}
