import { browserZone } from '../kernel/browser-zone.ts'

/** `es-PE` → `PE`; browsers can be set to any text, also to one that is no language. */
const regionOf = (tag: string): string | undefined => {
  try {
    return new Intl.Locale(tag).region
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

type WithZones = Intl.Locale & { readonly getTimeZones?: () => string[] | undefined }

/** The first offered country that has this time zone; null where the browser cannot say. */
const countryOfZone = (zone: string, offered: readonly string[]): string | null =>
  offered.find((region) => {
    const locale = new Intl.Locale('und', { region }) as WithZones
    return locale.getTimeZones?.()?.includes(zone) ?? false
  }) ?? null

const countryOfLanguages = (languages: readonly string[], offered: readonly string[]): string | null =>
  languages.map(regionOf).find((region) => region !== undefined && offered.includes(region)) ?? null

export type Device = { readonly languages: readonly string[]; readonly timeZone: string }

const thisDevice = (): Device => ({
  languages: navigator.languages,
  timeZone: browserZone(),
})

/**
 * Two-letter code of the most likely country of the person, among the offered ones. The device's time zone
 * says more than its language, because many people in Lima use English (US). The company's country is the
 * last guess.
 */
export const likelyCountry = ({
  offered,
  companyZone,
  device = thisDevice(),
}: {
  offered: readonly string[]
  /** Time zone of the company. */
  companyZone: string
  device?: Device
}): string | null =>
  countryOfZone(device.timeZone, offered) ??
  countryOfLanguages(device.languages, offered) ??
  countryOfZone(companyZone, offered)
