import { expect, test } from 'vitest'
import { demoPeople } from '../demo-cast.ts'
import { timeOfToday } from './demo-hour.ts'
import { demoMerchant } from './demo-merchants.ts'
import { demoDays, demoScript } from './demo-script.ts'

const script = demoScript()

test('is the same each time, in order, and ends when the demo ends', () => {
  expect(demoScript()).toEqual(script)
  expect(script.length).toBeGreaterThan(200)
  const days = script.map(({ day }) => day)
  expect(days).toEqual(days.toSorted((one, other) => one - other))
  expect(days.every((day) => day > 0 && day < demoDays)).toBe(true)
})

test('names existing people and merchants, and everybody joins before their first action', () => {
  const names = new Set(demoPeople.map(({ email }) => email.split('@')[0]))
  const joined = new Set<string>()
  for (const { who, action } of script) {
    expect(names).toContain(who)
    if (action.kind === 'join') joined.add(who)
    else expect(joined).toContain(who)
    if (action.kind === 'pay') expect(demoMerchant(action.merchant).name).not.toBe('')
  }
  expect(joined.has('mateo')).toBe(false)
})

test('settles and refunds only what was paid before', () => {
  const paid = new Set<string>()
  for (const { action, key } of script) {
    if (action.kind === 'pay' && key !== undefined) {
      expect(paid.has(key)).toBe(false)
      paid.add(key)
    }
    if (action.kind === 'settle' || action.kind === 'refund') expect(paid).toContain(action.key)
  }
})

test('people pay at the hours of the shop, and never twice in a minute', () => {
  const minutes = new Map<string, number[]>()
  const shops = new Map(
    script.flatMap(({ key, action }) => (action.kind === 'pay' ? [[key, action.merchant]] : [])),
  )
  const ordinary = script.filter(
    ({ action, key }) => action.kind === 'settle' || (action.kind === 'pay' && key),
  )
  for (const { day, who, action, key, hour } of ordinary) {
    const { hours, hoursEast } = demoMerchant(shops.get(action.kind === 'settle' ? action.key : key) ?? '')
    const at = hour?.second ?? -1
    expect(at).toBeGreaterThanOrEqual(hours[0] * 3600)
    expect(at).toBeLessThan(hours[1] * 3600)
    expect(hour?.hoursEast).toBe(hoursEast)
    const ofDay = `${who} ${day} ${action.kind}`
    minutes.set(ofDay, [...(minutes.get(ofDay) ?? []), Math.floor(at / 60)])
  }
  expect(minutes.size).toBeGreaterThan(100)
  for (const [day, all] of minutes) expect(new Set(all).size, day).toBe(all.length)
})

test('an hour of the day is the last time that the local clocks showed it on that UTC day', () => {
  const eight = { second: 8 * 3600, hoursEast: -5 }
  const at = (now: string, hour = eight) => timeOfToday(new Date(now), hour).toISOString()
  expect(at('2026-11-22T13:00:00.500Z')).toBe('2026-11-22T13:00:00.000Z')
  expect(at('2026-11-22T23:50:00.000Z')).toBe('2026-11-22T13:00:00.000Z')
  const night = { second: 23 * 3600, hoursEast: -6 }
  expect(at('2026-11-22T05:30:00Z', night)).toBe('2026-11-22T05:00:00.000Z')
  const early = { second: 18 * 3600 + 3300, hoursEast: -5 }
  expect(at('2026-11-22T23:56:00Z', early)).toBe('2026-11-22T23:55:00.000Z')
  expect(at('2026-11-22T23:50:00Z', early)).toBe('2026-11-22T00:00:00.000Z')
})
