import { expect, test } from 'vitest'
import { objectHashOf, showOf } from './step-up.ts'

const act = {
  action: 'POST /transfers/:id/approve',
  params: { id: 'a' },
  input: { total: 12_345n, at: new Date('2026-01-01T00:00:00.000Z'), note: 'x', to: { name: 'Norte' } },
}

test('the hash does not depend on the order of the fields', () => {
  const turned = {
    ...act,
    input: { to: { name: 'Norte' }, note: 'x', at: new Date('2026-01-01T00:00:00.000Z'), total: 12_345n },
  }
  expect(objectHashOf(turned)).toBe(objectHashOf(act))
  expect(objectHashOf(act)).toMatch(/^[0-9a-f]{64}$/)
})

test.each([
  { ...act, action: 'POST /transfers/:id/reject' },
  { ...act, params: { id: 'b' } },
  { ...act, input: { ...act.input, total: 12_346n } },
  { ...act, input: { ...act.input, extra: 0 } },
])('another operation has another hash: %#', (other) => {
  expect(objectHashOf(other)).not.toBe(objectHashOf(act))
})

test('an undefined field is like a field that was not sent', () => {
  expect(objectHashOf({ ...act, input: { ...act.input, more: undefined } })).toBe(objectHashOf(act))
})

test('a person is shown the facts, never a secret', () => {
  const shown = showOf({
    ...act,
    input: { ...act.input, password: 'p', inner: { otpCode: '1', kept: ['a', 'b'] } },
  })
  expect(shown).toEqual({
    id: 'a',
    total: '12345',
    at: '2026-01-01T00:00:00.000Z',
    note: 'x',
    'to.name': 'Norte',
    'inner.kept.0': 'a',
    'inner.kept.1': 'b',
  })
})
