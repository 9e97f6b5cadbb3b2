import { useMemo } from 'react'
import { zonesByArea } from '../ui/zones-by-area.ts'
import { useText } from '../kernel/i18n.tsx'
import type { OptionGroup } from '../ui/select-field.tsx'

/** Time zones for a list, by area; with one that only the server may know. */
export const useZoneGroups = (present: string | null): OptionGroup[] => {
  const t = useText('profile')
  return useMemo(() => {
    const zones = new Set([
      'UTC',
      ...Intl.supportedValuesOf('timeZone'),
      ...(present === null ? [] : [present]),
    ])
    return zonesByArea([...zones]).map(({ area, zones: found }) => ({
      label: t(`settings.timeZoneAreas.${area}`),
      options: found.map(({ zone, city }) => ({ value: zone, label: city })),
    }))
  }, [present, t])
}
