import { expect, test } from 'vitest'
import { changedCursors } from '../../../tests/support/changed-cursors.ts'
import { fingerprintOf, readCursor, writeCursor } from './list-cursor.ts'

const request = { limit: 50, sort: '-changedAt', status: 'needs_review' }
const fingerprint = fingerprintOf('/kyc-cases', request)
const position = { key: '2026-11-22 10:00:00.123456+00', id: '0191d6d8-8f0d-7a3c-8e3d-000000000001' }
const cursor = writeCursor(fingerprint, position)

test('a list continues from the position of its cursor', () => {
  expect(readCursor(fingerprint, cursor)).toEqual(position)
})

test('the fingerprint depends on list, filters and order, not on page size and cursor', () => {
  expect(fingerprintOf('/kyc-cases', { cursor, sort: '-changedAt', status: 'needs_review', limit: 2 })).toBe(
    fingerprint,
  )
  expect(fingerprintOf('/kyc-cases', { ...request, sort: 'changedAt' })).not.toBe(fingerprint)
  expect(fingerprintOf('/kyc-cases', { ...request, status: 'positive' })).not.toBe(fingerprint)
  expect(fingerprintOf('/loads', request)).not.toBe(fingerprint)
})

test('a cursor that was changed, or belongs to another list, has no position', () => {
  for (const changed of changedCursors(cursor)) expect(readCursor(fingerprint, changed), changed).toBeNull()
  expect(readCursor(fingerprintOf('/loads', request), cursor)).toBeNull()
})
