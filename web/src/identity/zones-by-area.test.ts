import { catalogues } from '@cardamom/contract/messages/catalogues'
import { expect, test } from 'vitest'
import { zonesByArea } from './zones-by-area.ts'

test('zones are grouped by area, in order of their places', () => {
  const zones = ['UTC', 'Europe/Madrid', 'America/Mexico_City', 'America/Indiana/Knox', 'America/Bogota']
  expect(zonesByArea(zones)).toEqual([
    {
      area: 'America',
      zones: [
        { zone: 'America/Bogota', place: 'Bogota' },
        { zone: 'America/Indiana/Knox', place: 'Knox, Indiana' },
        { zone: 'America/Mexico_City', place: 'Mexico City' },
      ],
    },
    { area: 'Europe', zones: [{ zone: 'Europe/Madrid', place: 'Madrid' }] },
    { area: 'other', zones: [{ zone: 'UTC', place: 'UTC' }] },
  ])
})

test('every known zone is listed once, under a name that is unique in its area', () => {
  const all = Intl.supportedValuesOf('timeZone')
  const found = zonesByArea(all)
  expect(found.flatMap(({ zones }) => zones.map(({ zone }) => zone)).toSorted()).toEqual(all.toSorted())
  for (const { area, zones } of found) {
    expect(new Set(zones.map(({ place }) => place)).size, area).toBe(zones.length)
    expect(catalogues.es.profile.settings.timeZoneAreas[area]).not.toBe('')
  }
})
