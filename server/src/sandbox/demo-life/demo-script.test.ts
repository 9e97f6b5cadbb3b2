import { expect, test } from 'vitest'
import { demoPeople } from '../demo-cast.ts'
import { demoMerchant } from './demo-merchants.ts'
import { demoDays, demoScript } from './demo-script.ts'

const script = demoScript()

test('is the same each time, in order, and over when the demo is', () => {
  expect(demoScript()).toEqual(script)
  expect(script.length).toBeGreaterThan(200)
  const days = script.map(({ day }) => day)
  expect(days).toEqual(days.toSorted((one, other) => one - other))
  expect(days.every((day) => day > 0 && day < demoDays)).toBe(true)
})

test('names people of the cast and merchants that are there; who acts has joined before', () => {
  const names = new Set(demoPeople.map(({ email }) => email.split('@')[0]))
  const joined = new Set<string>()
  for (const { who, act } of script) {
    expect(names).toContain(who)
    if (act.kind === 'join') joined.add(who)
    else expect(joined).toContain(who)
    if (act.kind === 'pay') expect(demoMerchant(act.merchant).name).not.toBe('')
  }
  expect(joined.has('mateo')).toBe(false)
})

test('settles and gives back only what was paid before', () => {
  const paid = new Set<string>()
  for (const { act, key } of script) {
    if (act.kind === 'pay' && key !== undefined) {
      expect(paid.has(key)).toBe(false)
      paid.add(key)
    }
    if (act.kind === 'settle' || act.kind === 'refund') expect(paid).toContain(act.key)
  }
})
