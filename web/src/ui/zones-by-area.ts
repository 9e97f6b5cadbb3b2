/** Area of a zone: the first part of its name. */
export const areas = [
  'Africa',
  'America',
  'Antarctica',
  'Arctic',
  'Asia',
  'Atlantic',
  'Australia',
  'Europe',
  'Indian',
  'Pacific',
] as const
export type Area = (typeof areas)[number] | 'other'

export type ZoneName = { readonly zone: string; readonly city: string }
export type ZonesOfArea = { readonly area: Area; readonly zones: readonly ZoneName[] }

const areaOf = (zone: string): Area => areas.find((area) => zone.startsWith(`${area}/`)) ?? 'other'

/** `America/Indiana/Knox` is `Knox, Indiana`, because people search for the city. */
const cityIn = (zone: string): string => {
  const parts = zone.replaceAll('_', ' ').split('/')
  return (areaOf(zone) === 'other' ? parts : parts.slice(1)).toReversed().join(', ')
}

/** Zones by area, cities in order of their names. @param zones IANA names, each once */
export const zonesByArea = (zones: readonly string[]): ZonesOfArea[] =>
  [...areas, 'other' as const]
    .map((area) => ({
      area,
      zones: zones
        .filter((zone) => areaOf(zone) === area)
        .map((zone) => ({ zone, city: cityIn(zone) }))
        .toSorted((a, b) => (a.city < b.city ? -1 : 1)),
    }))
    .filter(({ zones: found }) => found.length > 0)
