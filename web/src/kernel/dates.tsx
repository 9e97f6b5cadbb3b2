import { createContext, use, useMemo } from 'react'
import { dateText, type DateSetting, type DateStyle } from './date-text.ts'
import { useFace } from './face.ts'
import { useSession } from './session.ts'
import { useLocale, useText } from './i18n.tsx'

/**
 * The zone that dates are read in: the person's company's, else the host's, UTC in the admin area. Null: the
 * company's.
 */
const ZoneContext = createContext<string | null>(null)
export const DateZone = ZoneContext.Provider

/** The reader's time zone, to be named once per view. */
export const useTimeZone = (): string => {
  const { timeZone } = useFace()
  const { user } = useSession()
  return use(ZoneContext) ?? user?.user_company.time_zone ?? timeZone
}

/** `const date = useDates()`, then `date(load.createdAt, 'near')`. */
export const useDates = (): ((value: string | Date, style: DateStyle) => string) => {
  const locale = useLocale()
  const timeZone = useTimeZone()
  const t = useText('ui')
  return useMemo(() => {
    const words = { today: t('today'), yesterday: t('yesterday'), tomorrow: t('tomorrow') }
    const setting: DateSetting = { locale, timeZone, words }
    return (value, style) => dateText(value, style, setting)
  }, [locale, timeZone, t])
}
