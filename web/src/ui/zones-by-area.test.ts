import { catalogues } from '@cardamom/contract/messages/catalogues'
import { expect, test } from 'vitest'
import { zonesByArea } from './zones-by-area.ts'

test('zones are grouped by area, in order of their cities', () => {
  const zones = ['UTC', 'Europe/Madrid', 'America/Mexico_City', 'America/Indiana/Knox', 'America/Bogota']
  expect(zonesByArea(zones)).toEqual([
    {
      area: 'America',
      zones: [
        { zone: 'America/Bogota', city: 'Bogota' },
        { zone: 'America/Indiana/Knox', city: 'Knox, Indiana' },
        { zone: 'America/Mexico_City', city: 'Mexico City' },
      ],
    },
    { area: 'Europe', zones: [{ zone: 'Europe/Madrid', city: 'Madrid' }] },
    { area: 'other', zones: [{ zone: 'UTC', city: 'UTC' }] },
  ])
})

test('every known zone is listed once, under a name that is unique in its area', () => {
  const all = Intl.supportedValuesOf('timeZone')
  const found = zonesByArea(all)
  expect(found.flatMap(({ zones }) => zones.map(({ zone }) => zone)).toSorted()).toEqual(all.toSorted())
  for (const { area, zones } of found) {
    expect(new Set(zones.map(({ city }) => city)).size, area).toBe(zones.length)
    expect(catalogues.es.profile.settings.timeZoneAreas[area]).not.toBe('')
  }
})
