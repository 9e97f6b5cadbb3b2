import { expect, test } from 'vitest'
import { changedCursors } from '../../../tests/support/changed-cursors.ts'
import { cursorOf, positionOf } from './kyc-list.sql.ts'

const place = { changedAt: new Date('2026-11-22T10:00:00.123Z'), id: '0191d6d8-8f0d-7a3c-8e3d-000000000001' }
const cursor = cursorOf(place, 'needs_review')

test('a list of cases goes on from the place that its cursor names', () => {
  expect(positionOf(cursor, 'needs_review')).toEqual(place)
})

test('a cursor that was changed in any character, or is of another filter, names no place', () => {
  for (const changed of changedCursors(cursor))
    expect(positionOf(changed, 'needs_review'), changed).toBeNull()
  expect(positionOf(cursor, null)).toBeNull()
  const further = Buffer.from(JSON.stringify(['needs_review', place.changedAt, place.id, 1])).toString(
    'base64url',
  )
  expect(positionOf(further, 'needs_review')).toBeNull()
})
