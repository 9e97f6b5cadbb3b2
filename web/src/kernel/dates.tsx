import { createContext, use, useMemo } from 'react'
import { browserZone } from './browser-zone.ts'
import { dateText, localZone, type DateSetting, type DateStyle } from './date-text.ts'
import { useLocale, useText } from './i18n.tsx'

/** Time zone of dates: the person's choice, or UTC in the admin area. Null: the browser's. */
const ZoneContext = createContext<string | null>(null)
export const DateZone = ZoneContext.Provider

/**
 * IANA name of the reader's time zone, for labels and for the reader's calendar day. The browser's zone is
 * slow to read, so `useDates` works without it.
 */
export const useTimeZone = (): string => {
  const zone = use(ZoneContext)
  if (zone !== null) return zone
  return browserZone()
}

/** The zone's city as people write it: `America/Mexico_City` is Mexico City. */
export const cityOf = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

type WriteDate = (value: string | Date, style: DateStyle) => string

const useDatesOf = ({ isReal }: { isReal: boolean }): WriteDate => {
  const locale = useLocale()
  const timeZone = use(ZoneContext) ?? localZone
  const t = useText('ui')
  return useMemo(() => {
    const labels = { today: t('today'), yesterday: t('yesterday'), tomorrow: t('tomorrow') }
    const setting: DateSetting = { locale, timeZone, isReal, labels }
    return (value, style) => dateText(value, style, setting)
  }, [locale, timeZone, isReal, t])
}

/** `const date = useDates()`, then `date(load.createdAt, 'near')`. The instants are of business time. */
export const useDates = (): WriteDate => useDatesOf({ isReal: false })

/** The same for instants of real time, which access records: sessions, verification methods, security activity. */
export const useRealDates = (): WriteDate => useDatesOf({ isReal: true })
