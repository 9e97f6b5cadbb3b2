import { expect, test } from 'vitest'
import { objectHashOf, showOf } from './step-up.ts'

const operation = {
  action: 'POST /transfers/:id/approve',
  params: { id: 'a' },
  input: { total: 12_345n, at: new Date('2026-01-01T00:00:00.000Z'), note: 'x', to: { name: 'Norte' } },
}

test('the hash does not depend on the order of the fields', () => {
  const turned = {
    ...operation,
    input: { to: { name: 'Norte' }, note: 'x', at: new Date('2026-01-01T00:00:00.000Z'), total: 12_345n },
  }
  expect(objectHashOf(turned)).toBe(objectHashOf(operation))
  expect(objectHashOf(operation)).toMatch(/^[0-9a-f]{64}$/)
})

test.each([
  { ...operation, action: 'POST /transfers/:id/reject' },
  { ...operation, params: { id: 'b' } },
  { ...operation, input: { ...operation.input, total: 12_346n } },
  { ...operation, input: { ...operation.input, extra: 0 } },
])('another operation has another hash: %#', (other) => {
  expect(objectHashOf(other)).not.toBe(objectHashOf(operation))
})

test('an undefined field is like a field that was not sent', () => {
  expect(objectHashOf({ ...operation, input: { ...operation.input, more: undefined } })).toBe(
    objectHashOf(operation),
  )
})

test('a person is shown the facts, never a secret', () => {
  const shown = showOf({
    ...operation,
    input: { ...operation.input, password: 'p', inner: { otpCode: '1', stored: ['a', 'b'] } },
  })
  expect(shown).toEqual({
    id: 'a',
    total: '12345',
    at: '2026-01-01T00:00:00.000Z',
    note: 'x',
    'to.name': 'Norte',
    'inner.stored.0': 'a',
    'inner.stored.1': 'b',
  })
})
