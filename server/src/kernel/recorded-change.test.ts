import { expect, test } from 'vitest'
import { changeOf } from './recorded-change.ts'

const about = { entity: 'card', entityId: 'c1', companyId: 'k1', userId: 'u1' }
const at = new Date('2026-11-20T15:00:00Z')

test('a change has the fields that differ, as JSON', () => {
  const before = { status: 'active', limitCents: 100n, at, tags: ['a'], city: 'Lima' }
  const after = { status: 'paused', limitCents: 900n, at: new Date(at), tags: ['a'], city: 'Lima' }
  expect(changeOf({ ...about, before, after })).toEqual({
    ...about,
    before: { status: 'active', limitCents: '100' },
    after: { status: 'paused', limitCents: '900' },
    personal: null,
  })
})

test('an absent field is null, and nothing is recorded without a difference', () => {
  expect(changeOf({ ...about, before: { note: null }, after: {} })).toBe(null)
  expect(changeOf({ ...about, before: {}, after: { note: 'x' } })).toMatchObject({
    before: { note: null },
    after: { note: 'x' },
  })
})

test('a new and a removed object have all their fields', () => {
  expect(changeOf({ ...about, before: null, after: { status: 'new' } })).toMatchObject({
    before: null,
    after: { status: 'new' },
  })
  expect(changeOf({ ...about, before: { status: 'new' }, after: null })).toMatchObject({ after: null })
  expect(changeOf({ ...about, before: { status: 'new' }, after: null })?.before).toEqual({ status: 'new' })
})

test('personal values are apart, and need a person', () => {
  const change = { before: { mobile: '1', locale: 'en' }, after: { mobile: '2', locale: 'es' } }
  expect(changeOf({ ...about, ...change, personal: ['mobile', 'street'] })).toMatchObject({
    before: { locale: 'en' },
    after: { locale: 'es' },
    personal: { before: { mobile: '1' }, after: { mobile: '2' } },
  })
  expect(() => changeOf({ ...about, userId: null, ...change, personal: ['mobile'] })).toThrow('of nobody')
})
