import { expect, test } from 'vitest'
import { presetOf } from '../settings/setting.ts'
import type { SessionRules } from './session-rules.ts'
import { endsAt, isOver, judgeSession, type SessionFacts } from './session.ts'

const rules: SessionRules = {
  sessionIdleMinutes: presetOf('sessionIdleMinutes'),
  sessionDays: presetOf('sessionDays'),
  adminSessionIdleMinutes: presetOf('adminSessionIdleMinutes'),
  adminSessionHours: presetOf('adminSessionHours'),
  passkeyGroups: [],
}
const start = Date.UTC(2026, 10, 20)
const at = (seconds: number) => new Date(start + seconds * 1000)
const minutes = (count: number) => count * 60

const fresh: SessionFacts = {
  roleId: 2,
  createdAt: at(0),
  lastUsedAt: at(0),
  endedAt: null,
  issuedAt: at(0),
  firstUsedAt: at(0),
  rotatedAt: null,
  diesAt: null,
}
const judge = (changes: Partial<SessionFacts>, seconds: number, cookieMatches = true) =>
  judgeSession({ ...fresh, ...changes }, { now: at(seconds), rules, cookieMatches })

test.each([
  [2, minutes(30) - 1, false],
  [2, minutes(30), true],
  [1, minutes(15) - 1, false],
  [1, minutes(15), true],
])('role %i that was idle for %i s is over: %j', (roleId, seconds, over) => {
  expect(isOver({ ...fresh, roleId }, { now: at(seconds), rules })).toBe(over)
  expect(judge({ roleId }, seconds).verdict).toBe(over ? 'dead' : 'live')
})

test.each([
  [6, 12 * 3600],
  [2, 30 * 24 * 3600],
])('a session of role %i is over after %i s however busy', (roleId, longest) => {
  const busy = { lastUsedAt: at(longest - 1) }
  expect(isOver({ ...fresh, ...busy, roleId }, { now: at(longest - 1), rules })).toBe(false)
  expect(isOver({ ...fresh, ...busy, roleId }, { now: at(longest), rules })).toBe(true)
  expect(judge({ ...busy, roleId }, longest).verdict).toBe('dead')
  expect(endsAt({ roleId, createdAt: at(0) }, rules)).toEqual(at(longest))
})

test('a successor is issued from the tenth minute on, at most one in half a minute', () => {
  const used = { lastUsedAt: at(595) }
  expect(judge(used, 599)).toMatchObject({ rotate: false })
  expect(judge(used, 600)).toMatchObject({ rotate: true })
  expect(judge({ ...used, rotatedAt: at(600) }, 629)).toMatchObject({ rotate: false })
  expect(judge({ ...used, rotatedAt: at(600) }, 630)).toMatchObject({ rotate: true })
  expect(judge({ ...used, rotatedAt: at(600), diesAt: at(700) }, 640)).toMatchObject({
    verdict: 'live',
    rotate: false,
  })
})

test('the first use of a token is recorded, and then one use each fifteen seconds', () => {
  expect(judge({}, 14)).toEqual({ verdict: 'live', rotate: false, firstUse: false, touch: false })
  expect(judge({}, 15)).toMatchObject({ touch: true })
  expect(judge({ firstUsedAt: null }, 1)).toMatchObject({ firstUse: true })
})

test('a token without its cookie is refused; a replaced one counts as stolen', () => {
  expect(judge({}, 1, false)).toEqual({ verdict: 'foreign' })
  expect(judge({ diesAt: at(10) }, 9, false)).toEqual({ verdict: 'foreign' })
  expect(judge({ diesAt: at(10) }, 10, false)).toEqual({ verdict: 'stolen' })
  expect(judge({ diesAt: at(10), endedAt: at(5) }, 10, false)).toEqual({ verdict: 'dead' })
})

test('a replaced token with its own cookie only gets a 401', () => {
  expect(judge({ diesAt: at(10) }, 9).verdict).toBe('live')
  expect(judge({ diesAt: at(10) }, 10)).toEqual({ verdict: 'dead' })
})
