import { expect, test } from 'vitest'
import { changesIdentity, emailHint, passwordIssues, personIssues } from './user.ts'
import { isReferralCodeForm, referralCodeFrom, usernameFrom, usernameVariant } from './username.ts'

const lima = { timeZone: 'America/Lima', countries: ['PE'] }
const person = { birthDate: '2000-01-01', country: 'PE', zip: '15074' }

test.each([
  // 18 on 1 March in a common year (domain §14)
  ['2008-02-29', '2026-02-28T12:00:00Z', ['must_be_adult']],
  ['2008-02-29', '2026-03-01T12:00:00Z', undefined],
  ['2008-02-29', '2028-02-29T12:00:00Z', undefined],
  // midnight is that of the company: in Lima it is 23:00 of the day before
  ['2008-05-10', '2026-05-10T04:00:00Z', ['must_be_adult']],
  ['2008-05-10', '2026-05-10T05:00:00Z', undefined],
])('born on %s, at %s: %j', (birthDate, instant, expected) => {
  const issues = personIssues({ ...person, birthDate }, { ...lima, now: new Date(instant) })
  expect(issues['birthDate']).toEqual(expected)
})

test('all issues are returned at once', () => {
  const issues = personIssues(
    { birthDate: '2020-01-01', country: 'ES', zip: 'abc' },
    { ...lima, now: new Date('2026-01-01T00:00:00Z') },
  )
  expect(issues).toEqual({
    birthDate: ['must_be_adult'],
    country: ['country_not_supported'],
    zip: ['zip_invalid'],
  })
})

test('a person without birth date and address has no issues', () => {
  const nothing = { birthDate: null, country: null, zip: null }
  expect(personIssues(nothing, { ...lima, now: new Date(0) })).toEqual({})
})

test.each([
  ['seven77', 2, { password: ['password_shorter_than_policy'] }],
  ['12345678', 2, { password: ['password_common'] }],
  ['LetMeIn1', 7, { password: ['password_common'] }],
  ['q7 w9z r', 2, {}],
  ['q7 w9z r', 7, {}],
  ['elevenchars', 1, { password: ['password_too_short_for_admins'] }],
  ['twelve chars', 6, {}],
  ['unbelievable', 6, { password: ['password_common'] }],
])('the issues of password %j for role %i: %j', async (password, roleId, issues) => {
  expect(
    await passwordIssues(password, { roleId, policy: { passwordMinimum: 8, adminPasswordMinimum: 12 } }),
  ).toEqual(issues)
})

test('names and birth date stay as verified', () => {
  const before = { firstName: 'Lucía', lastName: 'Paz', birthDate: '2000-01-01' }
  expect(changesIdentity(before, { ...before })).toBe(false)
  expect(changesIdentity(before, { ...before, lastName: 'Díaz' })).toBe(true)
  expect(changesIdentity(before, { ...before, birthDate: '2000-01-02' })).toBe(true)
})

test.each([
  ['lucia@example.com', 'l•••a@example.com'],
  ['a@example.com', 'a•••@example.com'],
])('the hint of %s is %s', (email, hint) => {
  expect(emailHint(email)).toBe(hint)
})

test.each([
  ['lucia.paz@example.com', 'lucia.paz'],
  ['Lucia+cards@example.com', 'lucia-cards'],
  ['_x_@example.com', 'xuser'],
  ["o'neil!!@example.com", 'o-neil'],
  [`${'a'.repeat(64)}@example.com`, 'a'.repeat(30)],
  ['!!!@example.com', 'user'],
])('the username from %s is %s', (email, username) => {
  expect(usernameFrom(email)).toBe(username)
  expect(usernameFrom(email)).toMatch(/^[a-z0-9._-]{3,30}$/)
})

test('a name in use gets four digits and stays within its length', () => {
  const variant = usernameVariant('a'.repeat(30), Buffer.from([0, 0, 0, 7]))
  expect(variant).toBe(`${'a'.repeat(25)}-0007`)
  expect(variant).toHaveLength(30)
})

test('referral codes have no letters that resemble others', () => {
  const every = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
  for (let from = 0; from < 256; from += 8) {
    expect(isReferralCodeForm(referralCodeFrom(every.subarray(from, from + 8)))).toBe(true)
  }
  expect(isReferralCodeForm('EVA-2026')).toBe(false)
})
