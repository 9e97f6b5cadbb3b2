import { useId, useMemo, useRef, useState } from 'react'
import { ApiError } from '../kernel/api.ts'
import { browserZone } from '../kernel/browser-zone.ts'
import { useNowMs } from '../kernel/clock.ts'
import { cityOf, useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { queryClient } from '../kernel/query.ts'
import { refreshSession, useSession } from '../kernel/session.ts'
import { toastError } from '../kernel/toasts.ts'
import { Select } from '../ui/select-field.tsx'
import { saveOwn } from './save-own.ts'
import { zonesByArea } from '../ui/zones-by-area.ts'

const sameAsDevice = 'device'

/** Zones that this browser knows, and the chosen one, which only another browser may know. */
const zonesWith = (chosen: string | null): string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen === null ? [] : [chosen])]),
]

/** The chosen zone and its setter. The choice is shown at once; of quick choices only the last is saved. */
const useChosenZone = () => {
  const t = useText('profile')
  const chosen = useSession().user?.time_zone ?? null
  const [wanted, setWanted] = useState<string | null>(null)
  const latest = useRef<string | null>(null)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const save = async (value: string) => {
    try {
      await saveOwn({ timeZone: value === sameAsDevice ? null : value })
      await refreshSession()
      // The server decides which day a row belongs to.
      await queryClient.invalidateQueries()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toastError(t('settings.timeZoneNotSaved'))
    } finally {
      if (latest.current === value) setWanted(null)
    }
  }
  const choose = (value: string) => {
    latest.current = value
    setWanted(value)
    const before = saving.current
    saving.current = (async () => {
      await before
      if (latest.current === value) await save(value)
    })()
  }
  return { chosen, value: wanted ?? chosen ?? sameAsDevice, isSaving: wanted !== null, choose }
}

/** The time zone of the person's dates. A choice is active at once. */
export const TimeZoneChoice = () => {
  const t = useText('profile')
  const date = useDates()
  const nowMs = useNowMs('minute')
  const nowId = useId()
  const { chosen, value, isSaving, choose } = useChosenZone()
  const areas = useMemo(() => zonesByArea(zonesWith(chosen)), [chosen])
  return (
    <div className="md:max-w-80">
      <Select
        aria-label={t('settings.timeZone')}
        aria-describedby={nowId}
        aria-busy={isSaving}
        value={value}
        onChange={(event) => choose(event.target.value)}
        options={[
          { value: sameAsDevice, label: t('settings.timeZoneDevice', { city: cityOf(browserZone()) }) },
        ]}
        groups={areas.map(({ area, zones }) => ({
          label: t(`settings.timeZoneAreas.${area}`),
          options: zones.map(({ zone, city }) => ({ value: zone, label: city })),
        }))}
      />
      <p id={nowId} className="pt-1.5 text-base text-mute md:text-sm">
        {t('settings.timeZoneNow', { now: date(new Date(nowMs), 'dayTime') })}
      </p>
    </div>
  )
}
